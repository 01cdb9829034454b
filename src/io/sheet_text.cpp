#include "sheet_text.hpp"

#include <algorithm>
#include <array>
#include <utility>
#include <variant>

#include "qkv/base/number.hpp"
#include "qkv/base/suggest.hpp"
#include "qkv/base/utf8.hpp"
#include "qkv/text/encoding.hpp"
#include "qkv/text/name.hpp"
#include "qkv/text/unicode.hpp"

namespace qkv::sheets {
namespace {

constexpr std::size_t most_megabytes = 64;
constexpr std::string_view replacement = "\xEF\xBF\xBD";  // U+FFFD
constexpr std::size_t longest_excerpt = 4096;

}  // namespace

std::vector<Line> lines_of(std::string_view text) {
  std::vector<Line> lines;
  std::size_t begin = 0;
  while (begin < text.size()) {
    const std::size_t end = std::min(text.find_first_of("\r\n", begin), text.size());
    lines.push_back({static_cast<int>(lines.size()) + 1, text.substr(begin, end - begin)});
    const bool pair = end + 1 < text.size() && text[end] == '\r' && text[end + 1] == '\n';
    begin = end + (pair ? 2 : 1);
  }
  return lines;
}

std::optional<std::string> readable_text(std::string text, const std::string& file, FaultList& faults) {
  const Place whole{file, 1, 1, {}, {}};
  if (text.size() > most_megabytes << 20U) {
    faults.add({"sheet.too-large", whole, {argument("limit", static_cast<long long>(most_megabytes))}, {}});
    return std::nullopt;
  }
  const Encoding encoding = encoding_of(text);
  if (encoding == Encoding::utf32) {
    faults.add({"file.encoding", whole, {argument("encoding", std::string(encoding_name(encoding)))}, {}});
    return std::nullopt;
  }
  if (encoding != Encoding::utf8) return utf8_from_utf16(text, encoding);
  drop_byte_order_mark(text);
  const std::optional<std::size_t> bad = first_bad_utf8(text);
  if (!bad) return text;
  const std::vector<Line> before = lines_of(std::string_view(text).substr(0, *bad + 1));
  faults.add({"sheet.utf8",
              Place{file, before.back().number, 0, {}, {}},
              {argument("byte", byte_name(text[*bad]))},
              {}});
  return with_bad_bytes_replaced(text);
}

Result<std::string> readable_list(const std::string& text, const std::string& file,
                                  const UnreadableList& codes) {
  FaultList faults;
  std::optional<std::string> readable = readable_text(text, file, faults);
  if (readable && faults.count() == 0) return std::move(*readable);
  if (readable && encoding_of(text) == Encoding::utf8) {
    if (auto from_gbk = utf8_from_gbk(text)) return std::move(*from_gbk);
  }
  std::vector<Diagnostic> found = faults.take(file);
  for (Diagnostic& fault : found) {
    if (fault.code == "sheet.utf8") fault.code = codes.utf8;
    if (fault.code == "sheet.too-large") fault.code = codes.too_large;
  }
  return found;
}

int column_of(std::string_view line, std::size_t offset) {
  return count_code_points(line.substr(0, offset)) + 1;
}

Place place_in(const Line& line, std::size_t offset, const std::string& file) {
  Place place{file, line.number, column_of(line.text, offset), {}, {}};
  if (line.text.size() <= longest_excerpt) place.source = line.text;
  return place;
}

bool is_blank(char32_t c) {
  return c == U' ' || c == U'\t' || c == 0xA0 || c == 0x3000 || c == 0xFEFF || c == 0x200B;
}

std::string_view trimmed(std::string_view text) {
  std::size_t begin = text.size();
  std::size_t end = 0;
  for (std::size_t i = 0; i < text.size();) {
    const CodePoint c = decode_utf8(text, i);
    if (!is_blank(c.value)) {
      begin = std::min(begin, i);
      end = i + c.length;
    }
    i += c.length;
  }
  return begin < end ? text.substr(begin, end - begin) : std::string_view();
}

std::string folded(std::string_view text) {
  std::string result;
  for (std::size_t i = 0; i < text.size();) {
    const CodePoint c = decode_utf8(text, i);
    if (c.value >= 0xFF01 && c.value <= 0xFF5E) {
      result += static_cast<char>(c.value - 0xFF01 + '!');
    } else if (c.value == 0x3010 || c.value == 0x3011) {  // 【 】
      result += c.value == 0x3010 ? '[' : ']';
    } else if (is_blank(c.value)) {
      result += ' ';
    } else {
      result += text.substr(i, c.length);
    }
    i += c.length;
  }
  return result;
}

std::string lower_case(std::string_view text) {
  std::string result(text);
  for (char& c : result) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  }
  return result;
}

std::string shown(std::string_view text) {
  constexpr int columns = 40;
  return elide(visible(text), columns);
}

std::optional<char32_t> first_control(std::string_view text) {
  for (std::size_t i = 0; i < text.size();) {
    const CodePoint c = decode_utf8(text, i);
    const bool control = c.value < 0x20 || (c.value >= 0x7F && c.value <= 0x9F);
    if (control || c.value == 0x2028 || c.value == 0x2029) return c.value;
    i += c.length;
  }
  return std::nullopt;
}

std::string readable_name(std::string_view name) {
  return name.find(replacement) == std::string_view::npos ? std::string(name) : std::string();
}

bool is_number(std::string_view text) {
  return std::holds_alternative<WrittenNumber>(read_number(text));
}

std::optional<Step> step_of_id(std::string_view id) {
  const std::string wanted = lower_case(id);
  const auto found =
      std::ranges::find_if(all_steps, [&](Step step) { return lower_case(step_name(step)) == wanted; });
  return found == all_steps.end() ? std::nullopt : std::optional(*found);
}

std::string nearest_step(std::string_view id) {
  std::array<std::string_view, step_count> names;
  for (std::size_t i = 0; i < step_count; ++i) names[i] = step_name(all_steps[i]);
  return nearest(id, names);
}

void take_name(std::string& target, std::string_view value, int columns, const Place& place,
               FaultList& faults) {
  if (value.empty() || !target.empty()) return;
  if (std::optional<Diagnostic> fault = name_fault(value, columns)) {
    fault->place = place;
    faults.add(std::move(*fault));
  } else {
    target = value;
  }
}

}  // namespace qkv::sheets
