#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <numbers>
#include <optional>
#include <span>
#include <string>

#include "characters.hpp"
#include "literal.hpp"
#include "qkv/base/number.hpp"
#include "scaled.hpp"

namespace qkv {
namespace {

using detail::Character;
using detail::Literal;
using Reason = Unreadable::Reason;

constexpr char32_t end_of_text = 0xFFFFFFFF;
constexpr char32_t root = 0x221A;
constexpr char32_t infinity_sign = 0x221E;

bool is_digit(char32_t c) {
  return c >= U'0' && c <= U'9';
}
bool is_letter(char32_t c) {
  return (c >= U'a' && c <= U'z') || (c >= U'A' && c <= U'Z');
}
bool is_sign(char32_t c) {
  return c == U'+' || c == U'-';
}
bool is_times(char32_t c) {
  return c == U'*' || c == 0x00D7 || c == 0x22C5;
}
bool is_divided_by(char32_t c) {
  return c == U'/' || c == 0x00F7;
}

// A recursive descent over the grammar in the header, one function a level. A function that returns nothing
// has noted the problem. At most 200 characters bound the recursion.
class Reader {
 public:
  Reader(std::span<const Character> text, int end_position, const ReadOptions& options)
      : text_(text), end_position_(end_position), options_(options) {
    while (!text_.empty() && text_.back().folded == U' ') text_ = text_.first(text_.size() - 1);
    skip_blanks();
  }

  std::variant<WrittenNumber, Unreadable> read() {
    if (peek() == end_of_text) return Unreadable{Reason::empty, 0, 0};
    if (is_minus_infinity()) return WrittenNumber{-HUGE_VAL, 0, false};
    const std::optional<WrittenNumber> number = sum();
    if (number && peek() != end_of_text) fail_after_operand();
    if (problem_) return *problem_;
    return WrittenNumber{number->value == 0.0 ? 0.0 : number->value, number->decimals, number->exact_form};
  }

 private:
  using Operand = std::optional<WrittenNumber>;

  // ---- characters

  char32_t peek(std::size_t ahead = 0) const {
    return at_ + ahead < text_.size() ? text_[at_ + ahead].folded : end_of_text;
  }
  void skip_blanks() {
    while (peek() == U' ') ++at_;
  }
  // A row "1 -2" that was meant as two cells must not become −1.
  bool begins_signed_number() const {
    return depth_ == 0 && at_ > 0 && text_[at_ - 1].folded == U' ' && is_sign(peek()) && peek(1) != U' ' &&
           peek(1) != end_of_text;
  }
  bool begins_number() const { return is_digit(peek()) || (is_separator(peek()) && is_digit(peek(1))); }
  bool is_separator(char32_t c) const { return c == U'.' || (c == U',' && options_.decimal_comma); }

  // ---- problems

  std::nullopt_t fail_at(std::size_t place, Reason reason) {
    problem_ = place < text_.size() ? Unreadable{reason, text_[place].given, text_[place].position}
                                    : Unreadable{reason, 0, end_position_};
    return std::nullopt;
  }
  std::nullopt_t fail_here() {
    if (peek() == end_of_text) return fail_at(at_, Reason::unfinished);
    if (peek() == U',' && !options_.decimal_comma) return fail_at(at_, Reason::comma);
    return fail_at(at_, Reason::unexpected);
  }
  std::nullopt_t fail_after_operand() {
    const bool after_blank = at_ > 0 && text_[at_ - 1].folded == U' ';
    if (after_blank && begins_number()) return fail_at(at_, Reason::several_numbers);
    return fail_here();
  }
  Operand finite(double value, std::size_t place) {
    if (!std::isfinite(value)) return fail_at(place, Reason::not_finite);
    return WrittenNumber{value, 0, true};
  }

  // ---- grammar

  bool is_minus_infinity() {
    const std::size_t start = at_;
    if (peek() != U'-') return false;
    ++at_;
    skip_blanks();
    bool infinite = peek() == infinity_sign;
    if (infinite) {
      ++at_;
    } else {
      const std::string name = letters();
      infinite = name == "inf" || name == "infinity";
    }
    infinite = infinite && peek() == end_of_text;
    at_ = start;
    return infinite;
  }

  Operand sum() {
    Operand left = product();
    for (skip_blanks(); left && is_sign(peek()); skip_blanks()) {
      if (begins_signed_number()) return fail_at(at_, Reason::several_numbers);
      const std::size_t place = at_;
      const bool plus = text_[at_++].folded == U'+';
      const Operand right = product();
      if (!right) return std::nullopt;
      left = finite(plus ? left->value + right->value : left->value - right->value, place);
    }
    return left;
  }

  Operand product() {
    Operand left = factor();
    for (skip_blanks(); left && (is_times(peek()) || is_divided_by(peek())); skip_blanks()) {
      const std::size_t place = at_;
      const bool times = is_times(text_[at_++].folded);
      skip_blanks();
      const std::size_t divisor = at_;
      const Operand right = factor();
      if (!right) return std::nullopt;
      if (!times && right->value == 0.0) return fail_at(divisor, Reason::division_by_zero);
      left = finite(times ? left->value * right->value : left->value / right->value, place);
    }
    return left;
  }

  Operand factor() {
    skip_blanks();
    if (!is_sign(peek())) return power();
    const bool minus = text_[at_++].folded == U'-';
    skip_blanks();
    Operand operand = power();
    if (operand && minus) operand->value = -operand->value;
    return operand;
  }

  Operand power() {
    const Operand base = term();
    if (!base) return std::nullopt;
    skip_blanks();
    if (peek() != U'^') return base;
    const std::size_t place = at_++;
    const Operand exponent = factor();
    if (!exponent) return std::nullopt;
    const bool pole = base->value == 0.0 && exponent->value < 0.0;
    const bool complex = base->value < 0.0 && exponent->value != std::trunc(exponent->value);
    if (pole || complex) return fail_at(place, Reason::not_real);
    return finite(std::pow(base->value, exponent->value), place);
  }

  Operand term() {
    if (begins_literal()) return literal();
    if (peek() == U'(') return parenthesis();
    if (peek() == root) {
      const std::size_t place = at_++;
      skip_blanks();
      return square_root(place, term());
    }
    if (peek() == infinity_sign) return fail_at(at_, Reason::not_finite);
    if (is_letter(peek())) return named();
    return fail_here();
  }

  Operand square_root(std::size_t place, const Operand& inner) {
    if (!inner) return std::nullopt;
    if (inner->value < 0.0) return fail_at(place, Reason::not_real);
    return finite(std::sqrt(inner->value), place);
  }

  Operand parenthesis() {
    if (peek() != U'(') return fail_here();
    ++at_;
    ++depth_;
    const Operand inner = sum();
    if (!inner) return std::nullopt;
    if (peek() != U')') return fail_after_operand();
    ++at_;
    --depth_;
    return inner;
  }

  // The run of letters here, in lower case.
  std::string letters() {
    std::string name;
    for (; is_letter(peek()); ++at_) name += static_cast<char>(peek() | 0x20);
    return name;
  }

  Operand named() {
    const std::size_t place = at_;
    const std::string name = letters();
    if (name == "e") return WrittenNumber{std::numbers::e, 0, true};
    if (name == "inf" || name == "infinity" || name == "nan") return fail_at(place, Reason::not_finite);
    if (name != "sqrt" && name != "exp") return fail_at(place, Reason::unexpected);
    skip_blanks();
    const Operand inner = parenthesis();
    if (!inner) return std::nullopt;
    return name == "sqrt" ? square_root(place, inner) : finite(std::exp(inner->value), place);
  }

  // ---- literals

  bool begins_literal() const { return is_digit(peek()) || is_separator(peek()); }

  Operand literal() {
    const std::size_t start = at_;
    Literal digits;
    for (; is_digit(peek()); ++at_) digits.add_whole_digit(static_cast<char>(peek()));
    if (is_separator(peek()) && !decimals(digits)) return std::nullopt;
    if ((peek() | 0x20) == U'e' && !exponent(digits)) return std::nullopt;
    const std::size_t after = at_;
    skip_blanks();
    if (peek() == U'%') {
      digits.add_exponent(-2);
      ++at_;
    } else {
      at_ = after;
    }
    const std::optional<double> value = digits.value();
    if (!value) return fail_at(start, Reason::not_finite);
    return WrittenNumber{*value, digits.decimals(), false};
  }

  // The first separator of a text is its decimal sign; "1.234,5" could mean anything.
  bool decimals(Literal& digits) {
    if (separator_ == 0) separator_ = peek();
    if (peek() == separator_) {
      ++at_;
      for (; is_digit(peek()); ++at_) digits.add_decimal_digit(static_cast<char>(peek()));
    }
    if (digits.digits() == 0 || is_separator(peek())) {
      fail_here();
      return false;
    }
    if (digits.digits_after_point() != 3) return true;
    for (; begins_group(); at_ += 4) {
      for (std::size_t i = 1; i <= 3; ++i) digits.add_decimal_digit(static_cast<char>(peek(i)));
    }
    return true;
  }

  // One blank and exactly three digits that cannot be the beginning of a number of their own. A tab or a line
  // break parts cells.
  bool begins_group() const {
    return peek() == U' ' && text_[at_].given >= U' ' && is_digit(peek(1)) && is_digit(peek(2)) &&
           is_digit(peek(3)) && !is_digit(peek(4)) && !is_letter(peek(4)) && peek(4) != U'.' &&
           peek(4) != U',';
  }

  bool exponent(Literal& digits) {
    ++at_;
    const bool minus = peek() == U'-';
    if (is_sign(peek())) ++at_;
    if (!is_digit(peek())) {
      fail_here();
      return false;
    }
    int value = 0;
    for (; is_digit(peek()); ++at_) {
      if (value < 1'000'000) value = 10 * value + static_cast<int>(peek() - U'0');
    }
    digits.add_exponent(minus ? -value : value);
    return true;
  }

  std::span<const Character> text_;
  int end_position_;
  ReadOptions options_;
  std::size_t at_ = 0;
  int depth_ = 0;           // of parentheses
  char32_t separator_ = 0;  // the decimal sign that this text uses
  std::optional<Unreadable> problem_;
};

}  // namespace

std::string_view reason_name(Unreadable::Reason reason) {
  constexpr std::array<std::string_view, 10> names = {
      "empty",    "unexpected", "unfinished", "comma",       "several-numbers", "division-by-zero",
      "not-real", "not-finite", "too-long",   "bad-encoding"};
  return names[static_cast<std::size_t>(reason)];
}

namespace {

// What most cells hold: at most a minus, digits with at most one point among or behind them, and no more of
// them than a double holds exactly. Then the double nearest to digits / 10^decimals is their quotient, both
// being exact. Nothing for any other text.
std::optional<WrittenNumber> short_literal(std::string_view text) {
  constexpr std::size_t most_digits = 15;
  const bool minus = text.starts_with('-');
  if (minus) text.remove_prefix(1);
  if (text.empty() || text.size() > most_digits + 1) return std::nullopt;
  std::uint64_t digits = 0;
  int count = 0;
  int decimals = -1;  // no point yet
  for (const char c : text) {
    if (c == '.' && decimals < 0) {
      decimals = 0;
    } else if (c >= '0' && c <= '9') {
      digits = 10 * digits + static_cast<std::uint64_t>(c - '0');
      ++count;
      if (decimals >= 0) ++decimals;
    } else {
      return std::nullopt;
    }
  }
  if (count == 0 || count > static_cast<int>(most_digits)) return std::nullopt;
  decimals = decimals < 0 ? 0 : decimals;
  const double value =
      static_cast<double>(digits) / detail::powers_of_ten[static_cast<std::size_t>(decimals)];
  return WrittenNumber{minus && digits != 0 ? -value : value, decimals, false};
}

}  // namespace

std::variant<WrittenNumber, Unreadable> read_number(std::string_view text, const ReadOptions& options) {
  if (const auto number = short_literal(text)) return *number;
  if (text == "-inf") return WrittenNumber{-HUGE_VAL, 0, false};
  detail::Characters characters;
  Unreadable problem;
  if (!detail::fold_characters(text, characters, problem)) return problem;
  const std::span<const Character> seen(characters.list.data(), static_cast<std::size_t>(characters.count));
  return Reader(seen, characters.end_position, options).read();
}

}  // namespace qkv
