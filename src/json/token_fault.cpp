#include <algorithm>
#include <array>
#include <cctype>
#include <span>

#include "qkv/base/number.hpp"
#include "qkv/base/suggest.hpp"
#include "qkv/base/utf8.hpp"
#include "syntax_fault.hpp"

namespace qkv {
namespace {

bool is_digit(char c) {
  return c >= '0' && c <= '9';
}
bool is_control(char c) {
  return static_cast<unsigned char>(c) < 0x20;
}

constexpr std::size_t longest_quoted = 60;  // bytes of a bad token that a message repeats

std::string shortened(std::string_view text) {
  if (text.size() <= longest_quoted) return std::string(text);
  std::size_t end = longest_quoted;
  while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xC0) == 0x80) --end;
  return std::string(text.substr(0, end)) + "…";
}

// From start to the next blank or punctuation of JSON.
std::string_view word_at(std::string_view text, std::size_t start) {
  const std::size_t end = text.find_first_of(" \t\r\n,:[]{}\"", start);
  return text.substr(start, end == std::string_view::npos ? end : end - start);
}

// From start to the end of the list entry, blanks at its end aside: "sqrt(2) / 3".
std::string_view entry_at(std::string_view text, std::size_t start) {
  const std::size_t end = text.find_first_of("\r\n,:[]{}\"", start);
  std::string_view entry = text.substr(start, end == std::string_view::npos ? end : end - start);
  while (!entry.empty() && (entry.back() == ' ' || entry.back() == '\t')) entry.remove_suffix(1);
  return entry;
}

// Whether the entry is a sum that qkv can read, once it stands in quotation marks.
bool is_expression(std::string_view entry) {
  const auto number = read_number(entry);
  return std::holds_alternative<WrittenNumber>(number) &&
         entry.find_first_not_of("0123456789.+-eE") != std::string_view::npos;
}

std::string lower(std::string_view text) {
  std::string lowered(text);
  std::ranges::transform(lowered, lowered.begin(),
                         [](unsigned char c) { return static_cast<char>(c < 0x80 ? std::tolower(c) : c); });
  return lowered;
}

bool names_no_number(std::string_view word) {
  std::string lowered = lower(word);
  if (!lowered.empty() && (lowered[0] == '-' || lowered[0] == '+')) lowered.erase(0, 1);
  return lowered == "nan" || lowered == "inf" || lowered == "infinity";
}

std::string_view number_slip(std::string_view word) {
  const std::string_view digits = word.substr(!word.empty() && word[0] == '-' ? 1 : 0);
  if (digits.empty()) return "json.number";
  if (word[0] == '+') return "json.number-plus";
  if (digits[0] == '.') return "json.number-point";
  if (digits.size() > 1 && digits[0] == '0' && (digits[1] == 'x' || digits[1] == 'X'))
    return "json.number-hex";
  if (digits.size() > 1 && digits[0] == '0' && is_digit(digits[1])) return "json.number-zero";
  const std::size_t odd = digits.find_first_not_of("0123456789");
  if (odd != std::string_view::npos && digits[odd] == '.' &&
      (odd + 1 == digits.size() || !is_digit(digits[odd + 1]))) {
    return "json.number-ends";
  }
  return "json.number";
}

// The number of characters of a valid escape at the backslash, 0 if it is none.
std::size_t escape_length(std::string_view text, std::size_t backslash) {
  if (backslash + 1 >= text.size() || text[backslash] != '\\') return 0;
  const char kind = text[backslash + 1];
  if (std::string_view("\"\\/bfnrt").find(kind) != std::string_view::npos) return 2;
  if (kind != 'u' || backslash + 6 > text.size()) return 0;
  const std::string_view hex = text.substr(backslash + 2, 4);
  return std::ranges::all_of(hex, [](unsigned char c) { return std::isxdigit(c) != 0; }) ? 6 : 0;
}

// The backslash and the character after it.
std::string escape_text(std::string_view text, std::size_t backslash) {
  const std::size_t next = backslash + 1;
  return std::string(text.substr(backslash, next < text.size() ? 1 + decode_utf8(text, next).length : 1));
}

// 0xD800 to 0xDBFF come before 0xDC00 to 0xDFFF, and neither alone.
bool is_surrogate(std::string_view text, std::size_t backslash, std::string_view third_digits) {
  return escape_length(text, backslash) == 6 && (text[backslash + 2] == 'd' || text[backslash + 2] == 'D') &&
         third_digits.find(text[backslash + 3]) != std::string_view::npos;
}

SyntaxFault unclosed_string(std::string_view text, std::size_t start, std::size_t end, std::string code) {
  for (std::size_t i = start + 1; i < end; i += decode_utf8(text, i).length) {
    if (is_smart_quote(decode_utf8(text, i).value)) return explain_character(text, i);
  }
  return {std::move(code), start};
}

}  // namespace

SyntaxFault explain_string(std::string_view text, std::size_t start) {
  for (std::size_t i = start + 1; i < text.size();) {
    const char c = text[i];
    if (c == '\n' || c == '\r') return unclosed_string(text, start, i, "json.line-break-in-string");
    if (is_control(c)) {
      return {"json.control-in-string",
              i,
              {argument("code_point", code_point_name(static_cast<unsigned char>(c)))}};
    }
    if (c == '"') break;
    if (c != '\\') {
      ++i;
      continue;
    }
    const std::size_t length = escape_length(text, i);
    if (length == 0) {
      return {"json.escape", i, {argument("escape", escape_text(text, i))}};
    }
    if (is_surrogate(text, i, "89abAB")) {
      if (!is_surrogate(text, i + 6, "cdefCDEF")) {
        return {"json.surrogate", i, {argument("escape", std::string(text.substr(i, 6)))}};
      }
      i += 12;
      continue;
    }
    if (is_surrogate(text, i, "cdefCDEF")) {
      return {"json.surrogate", i, {argument("escape", std::string(text.substr(i, 6)))}};
    }
    i += length;
  }
  return unclosed_string(text, start, text.size(), "json.unclosed-string");
}

SyntaxFault explain_number(std::string_view text, std::size_t start) {
  const std::string_view word = word_at(text, start);
  if (names_no_number(word)) return {"json.not-a-number", start, {argument("word", shortened(word))}};
  const std::string_view entry = entry_at(text, start);
  const std::string code(number_slip(word));
  if (code == "json.number" && is_expression(entry)) {
    return {"json.expression", start, {argument("expression", shortened(entry))}};
  }
  return {code, start, {argument("word", shortened(word))}};
}

SyntaxFault explain_word(std::string_view text, std::size_t start) {
  const std::string_view word = word_at(text, start);
  if (names_no_number(word)) return {"json.not-a-number", start, {argument("word", shortened(word))}};
  const std::string_view entry = entry_at(text, start);
  if (is_expression(entry)) return {"json.expression", start, {argument("expression", shortened(entry))}};
  constexpr std::array<std::string_view, 3> literals = {"true", "false", "null"};
  const std::string suggestion =
      word == "None" ? "null" : nearest(word, std::span<const std::string_view>(literals));
  return {"json.word", start, {argument("word", shortened(word))}, suggestion};
}

}  // namespace qkv
