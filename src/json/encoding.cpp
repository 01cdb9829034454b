#include "encoding.hpp"

#include "qkv/json/value.hpp"
#include "qkv/text/code_point.hpp"
#include "qkv/text/encoding.hpp"
#include "qkv/text/unicode.hpp"

namespace qkv {

std::optional<Diagnostic> encoding_fault(const std::string& text, const std::string& file,
                                         const JsonLimits& limits, int first_line) {
  const Place whole{file, first_line, 1, {}, {}};
  if (text.size() > limits.megabytes << 20U) {
    return Diagnostic{
        "json.too-large", whole, {argument("limit", static_cast<long long>(limits.megabytes))}, {}};
  }
  if (const Encoding encoding = encoding_of(text); encoding != Encoding::utf8) {
    return Diagnostic{
        "file.encoding", whole, {argument("encoding", std::string(encoding_name(encoding)))}, {}};
  }
  const auto place = [&](std::size_t offset) {
    return SourceMap(text, first_line).place(text, offset, file, {});
  };
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
