#include "csv_field.hpp"

#include <algorithm>
#include <array>

#include "qkv/format/clean.hpp"

namespace qkv {
namespace {

// Beginnings that a spreadsheet takes for a formula, also in full width.
bool looks_like_formula(std::string_view text) {
  for (const std::string_view sign : {"=", "+", "-", "@", "＝", "＋", "－", "＠"}) {
    if (text.starts_with(sign)) return true;
  }
  return false;
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

// What the bytes of a text make of its field.
constexpr unsigned char in_quotes = 1;   // it needs quotation marks
constexpr unsigned char close_look = 2;  // what it needs depends on the neighbours of the byte

constexpr std::array<unsigned char, 256> kinds = [] {
  std::array<unsigned char, 256> table{};
  for (std::size_t byte = 0; byte < table.size(); ++byte) {
    if (byte < ' ' || byte == 0x7F) table[byte] = close_look;
  }
  for (const char c : {' ', ',', '"'}) table[static_cast<unsigned char>(c)] = in_quotes;
  for (const char c : {';', '#'}) table[static_cast<unsigned char>(c)] = close_look;
  return table;
}();

unsigned kinds_in(std::string_view text) {
  unsigned seen = 0;
  for (const char c : text) seen |= kinds[static_cast<unsigned char>(c)];
  return seen;
}

// Whether neither cleaning nor the care about formulas and commands changes anything of it.
bool stays_as_it_is(std::string_view text, unsigned seen) {
  if ((seen & close_look) != 0 || !is_clean(text)) return false;
  const auto first = text.find_first_not_of(" \"'");
  return first == std::string_view::npos || !looks_like_formula(text.substr(first)) || is_plain_number(text);
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

void append_csv_field(std::string& output, std::string_view text) {
  const unsigned seen = kinds_in(text);
  if (stays_as_it_is(text, seen)) return append_value(output, text, (seen & in_quotes) != 0);
  const std::string value = without_commands(without_formulas(clean(text)));
  append_value(output, value, value.find_first_of(",;\" ") != std::string::npos);
}

}  // namespace qkv
