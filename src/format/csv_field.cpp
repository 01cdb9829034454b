#include "csv_field.hpp"

#include <algorithm>

#include "qkv/format/clean.hpp"

namespace qkv {
namespace {

// Beginnings that a spreadsheet takes for a formula, also in full width.
bool looks_like_formula(std::string_view text) {
  constexpr std::array<std::string_view, 8> signs = {"=", "+", "-", "@", "＝", "＋", "－", "＠"};
  return std::ranges::any_of(signs, [text](std::string_view sign) { return text.starts_with(sign); });
}

// "-0.5", "+1.25e3": a formula that is nothing but its own value.
bool is_plain_number(std::string_view text) {
  const auto skip_digits = [&text] {
    const std::size_t count = std::min(text.find_first_not_of("0123456789"), text.size());
    text.remove_prefix(count);
    return count;
  };
  if (text.starts_with('+') || text.starts_with('-')) text.remove_prefix(1);
  std::size_t digits = skip_digits();
  if (text.starts_with('.')) {
    text.remove_prefix(1);
    digits += skip_digits();
  }
  if (digits == 0) return false;
  if (text.empty()) return true;
  if (text.front() != 'e' && text.front() != 'E') return false;
  text.remove_prefix(1);
  if (text.starts_with('+') || text.starts_with('-')) text.remove_prefix(1);
  return skip_digits() > 0 && text.empty();
}

// A text that begins like a formula gets an apostrophe, which makes it a text; so does what stands behind a
// semicolon, at which spreadsheets of many countries begin a new cell.
std::string without_formulas(const std::string& text) {
  std::string result;
  for (std::size_t begin = 0; begin <= text.size();) {
    const std::size_t end = std::min(text.find(';', begin), text.size());
    const std::string part = text.substr(begin, end - begin);
    const auto seen = part.find_first_not_of(" \"'");
    const bool formula = seen != std::string::npos && looks_like_formula(std::string_view(part).substr(seen));
    if (begin > 0) result += ';';
    if (formula && !is_plain_number(part)) result += '\'';
    result += part;
    begin = end + 1;
  }
  return result;
}

void append_value(std::string& output, std::string_view value, bool quoted) {
  if (!quoted) {
    output += value;
    return;
  }
  output += '"';
  for (std::size_t at = 0; at < value.size();) {
    const std::size_t end = std::min(value.find('"', at), value.size());
    output += value.substr(at, end - at);
    if (end < value.size()) output += "\"\"";
    at = end + 1;
  }
  output += '"';
}

}  // namespace

bool csv::is_harmless(std::string_view text, unsigned seen) {
  if ((seen & close_look) != 0) return false;
  if (text.empty() || (kind_of(text.front()) & may_begin) == 0) return true;
  const auto first = text.find_first_not_of(" \"'");
  return first == std::string_view::npos || !looks_like_formula(text.substr(first)) || is_plain_number(text);
}

void append_csv_field(std::string& output, std::string_view text) {
  unsigned seen = 0;
  for (const char c : text) seen |= csv::kind_of(c);
  if (is_clean(text) && csv::is_harmless(text, seen))
    return append_value(output, text, (seen & csv::in_quotes) != 0);
  const std::string value = without_commands(without_formulas(clean(text)));
  append_value(output, value, value.find_first_of(",;\" ") != std::string::npos);
}

}  // namespace qkv
