#include "qkv/format/clean.hpp"

#include <algorithm>

#include "qkv/base/utf8.hpp"
#include "qkv/text/code_point.hpp"
#include "qkv/text/unicode.hpp"

namespace qkv {
namespace {

constexpr std::size_t widest = 1000;
constexpr std::size_t most_bytes = 8000;  // looked at: what is behind them would be cut anyway
constexpr std::size_t most_lines = 20;

// Neither XML nor YAML has them.
bool is_noncharacter(const CodePoint& c) {
  return c.valid && ((c.value & 0xFFFE) == 0xFFFE || (c.value >= 0xFDD0 && c.value <= 0xFDEF));
}

// The beginning of a long text, which ends between two characters.
std::string_view beginning(std::string_view text) {
  if (text.size() <= most_bytes) return text;
  std::size_t end = 0;
  while (end < most_bytes) end += decode_utf8(text, end).length;
  return text.substr(0, end);
}

std::string without_noncharacters(std::string_view text) {
  std::string result;
  for (std::size_t at = 0; at < text.size();) {
    const CodePoint c = decode_utf8(text, at);
    if (is_noncharacter(c)) {
      result += "<" + code_point_name(c.value) + ">";
    } else {
      result += text.substr(at, c.length);
    }
    at += c.length;
  }
  return result;
}

// A line that begins with ::command:: is one to the runner of GitHub Actions, blanks before it aside.
std::string no_command_line(std::string line) {
  const auto first = line.find_first_not_of(' ');
  if (first != std::string::npos && line.compare(first, 2, "::") == 0) line.insert(first + 1, " ");
  return line;
}

}  // namespace

// No character takes more columns than bytes.
bool is_clean(std::string_view text) {
  return text.size() <= widest && is_plainly_visible(text);
}

std::string clean(std::string_view text) {
  if (is_clean(text)) return std::string(text);
  return elide(without_noncharacters(visible(beginning(text))), static_cast<int>(widest));
}

std::string clean_lines(std::string_view text) {
  std::string result;
  std::size_t lines = 0;
  for (std::size_t at = 0; at <= text.size() && lines < most_lines; ++lines) {
    const std::size_t end = std::min(text.find('\n', at), text.size());
    if (lines > 0) result += '\n';
    result += no_command_line(clean(text.substr(at, end - at)));
    at = end + 1;
  }
  return result;
}

std::string without_command_lines(std::string_view text) {
  std::string result;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find('\n', at), text.size());
    result += without_commands(no_command_line(std::string(text.substr(at, end - at))));
    if (end < text.size()) result += '\n';
    at = end + 1;
  }
  return result;
}

std::string without_commands(std::string text) {
  for (auto at = text.find("##["); at != std::string::npos; at = text.find("##[", at))
    text.insert(at + 2, " ");
  return text;
}

}  // namespace qkv
