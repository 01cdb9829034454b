#include "encoding.hpp"

#include "qkv/json/value.hpp"
#include "qkv/text/unicode.hpp"
#include "syntax_fault.hpp"

namespace qkv {
namespace {

// The name of a Unicode encoding with wider units: by its byte order mark, else by the zero bytes that the
// brackets and quotation marks of any JSON text have in it.
std::string_view wide_encoding(std::string_view text) {
  const auto begins = [&](std::string_view bytes) { return text.substr(0, bytes.size()) == bytes; };
  if (begins({"\xFF\xFE\0\0", 4}) || begins({"\0\0\xFE\xFF", 4})) return "UTF-32";
  if (begins("\xFF\xFE") || begins("\xFE\xFF")) return "UTF-16";
  if (text.size() < 4) return {};
  const auto zero = [&](std::size_t i) { return text[i] == '\0'; };
  if ((zero(1) && zero(2) && zero(3)) || (zero(0) && zero(1) && zero(2))) return "UTF-32";
  if ((zero(0) && !zero(1)) || (!zero(0) && zero(1))) return "UTF-16";
  return {};
}

std::string byte_name(char byte) {
  constexpr std::string_view digits = "0123456789ABCDEF";
  const auto value = static_cast<unsigned char>(byte);
  return {'0', 'x', digits[value >> 4U], digits[value & 15U]};
}

}  // namespace

std::optional<Diagnostic> encoding_fault(const std::string& text, const std::string& file,
                                         const JsonLimits& limits) {
  const Place whole{file, 1, 1, {}, {}};
  if (text.size() > limits.megabytes << 20U) {
    return Diagnostic{
        "json.too-large", whole, {argument("limit", static_cast<long long>(limits.megabytes))}, {}};
  }
  if (const std::string_view name = wide_encoding(text); !name.empty()) {
    return Diagnostic{"json.encoding", whole, {argument("encoding", std::string(name))}, {}};
  }
  const auto place = [&](std::size_t offset) { return SourceMap(text).place(text, offset, file, {}); };
  if (const auto bad = first_bad_utf8(text)) {
    return Diagnostic{"json.utf8", place(*bad), {argument("byte", byte_name(text[*bad]))}, {}};
  }
  // nlohmann takes a zero byte for the end of the text, whatever follows.
  if (const std::size_t zero = text.find('\0'); zero != std::string::npos) {
    return Diagnostic{"json.invisible", place(zero), {argument("code_point", code_point_name(0))}, {}};
  }
  return std::nullopt;
}

}  // namespace qkv
