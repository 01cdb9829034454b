#include "tokens.hpp"

#include <algorithm>
#include <utility>

namespace qkv {
namespace {

bool is_blank(char c) {
  return c == ' ' || c == '\t' || c == '\r' || c == '\n';
}

// One past the word; the start if it is none of JSON's three.
std::size_t word_end(std::string_view text, std::size_t start) {
  const char first = text[start];
  if (first != 'n' && first != 't' && first != 'f') return start;
  const std::string_view word = first == 'n' ? "null" : first == 't' ? "true" : "false";
  return text.substr(start, word.size()) == word ? start + word.size() : start;
}

// Whether the grammar expects more of the number, though what follows does not make it a longer one: 1. or 2e
bool goes_on(std::string_view number, char next) {
  if (number.find_first_of("eE") != std::string_view::npos) return false;
  if (next == '.') return number.find('.') == std::string_view::npos;
  return next == 'e' || next == 'E';
}

// Whether a number may end there.
bool ends_number(std::string_view text, std::size_t end) {
  if (end == text.size()) return true;
  const char next = text[end];
  return next == ',' || next == ']' || next == '}' || is_blank(next);
}

bool is_digit(char c) {
  return c >= '0' && c <= '9';
}

const char* skip_digits(const char* at, const char* end) {
  while (at != end && is_digit(*at)) ++at;
  return at;
}

}  // namespace

std::size_t json_number_end(std::string_view text, std::size_t start) {
  const char* const end = text.data() + text.size();
  const char* at = text.data() + start;
  const auto digit_at = [end](const char* place) { return place < end && is_digit(*place); };
  if (at < end && *at == '-') ++at;
  if (!digit_at(at)) return start;
  at = *at == '0' ? at + 1 : skip_digits(at, end);
  if (end - at > 1 && *at == '.' && is_digit(at[1])) at = skip_digits(at + 1, end);
  if (end - at > 1 && (*at == 'e' || *at == 'E')) {
    const char* const exponent = at[1] == '+' || at[1] == '-' ? at + 2 : at + 1;
    if (digit_at(exponent)) at = skip_digits(exponent, end);
  }
  return static_cast<std::size_t>(at - text.data());
}

std::size_t skip_blanks(std::string_view text, std::size_t at) {
  while (at < text.size() && is_blank(text[at])) ++at;
  return at;
}

// A null may have three bytes more than the number, from which something parts the next one; and give_up()
// adds a blank.
TokenScanner::TokenScanner(std::string_view text, std::size_t most_tokens)
    : text_(text),
      grammar_(std::make_unique_for_overwrite<char[]>(text.size() + 1 +
                                                      3 * std::min(text.size() / 2 + 1, most_tokens))),
      write_(grammar_.get()) {}

Grammar TokenScanner::take() {
  const auto size = static_cast<std::size_t>(write_ - grammar_.get());
  return {std::move(grammar_), size};
}

void TokenScanner::pass_on(std::string_view part) {
  write_ = std::copy(part.begin(), part.end(), write_);
}

Token TokenScanner::give(Token::Kind kind, std::size_t end) {
  const auto begin = static_cast<std::uint32_t>(std::exchange(at_, end));
  return {kind, begin, static_cast<std::uint32_t>(end)};
}

// The blank keeps what follows apart from what went before.
Token TokenScanner::give_up() {
  if (at_ < text_.size()) {
    *write_++ = ' ';
    pass_on(text_.substr(at_));
    at_ = text_.size();
  }
  return give(Token::Kind::end, at_);
}

Token TokenScanner::next() {
  for (; at_ < text_.size(); ++at_) {
    const char c = text_[at_];
    if (is_blank(c)) continue;
    if (c == '"') return string();
    const bool opening = c == '[' || c == '{';
    const bool closing = c == ']' || c == '}';
    if (!opening && !closing && c != ',' && c != ':') return word_or_number();
    *write_++ = c;
    if (opening || closing) return give(opening ? Token::Kind::opening : Token::Kind::closing, at_ + 1);
  }
  return give(Token::Kind::end, at_);
}

Token TokenScanner::string() {
  std::size_t end = at_ + 1;
  while (end < text_.size() && text_[end] != '"') end += text_[end] == '\\' ? 2U : 1U;
  end = std::min(end + 1, text_.size());
  pass_on(text_.substr(at_, end - at_));
  return give(Token::Kind::string, end);
}

Token TokenScanner::word_or_number() {
  if (const std::size_t end = word_end(text_, at_); end != at_) {
    pass_on(text_.substr(at_, end - at_));
    return give(Token::Kind::word, end);
  }
  const std::size_t end = json_number_end(text_, at_);
  if (end == at_) return give_up();
  const bool ends = ends_number(text_, end);
  // An unfinished number is no token.
  if (!ends && goes_on(text_.substr(at_, end - at_), text_[end])) return give_up();
  pass_on("null");
  const Token number = give(Token::Kind::number, end);
  if (!ends) give_up();
  return number;
}

}  // namespace qkv
