#include "literal.hpp"

#include <algorithm>
#include <charconv>
#include <cstddef>

#include "digits_to_double.hpp"

namespace qkv::detail {
namespace {

constexpr int exponent_limit = 100'000;

}  // namespace

void Literal::add_whole_digit(char digit) {
  text_[static_cast<std::size_t>(digits())] = digit;
  ++whole_;
}

void Literal::add_decimal_digit(char digit) {
  text_[static_cast<std::size_t>(digits())] = digit;
  ++decimal_;
}

void Literal::add_exponent(int exponent) {
  exponent_ = std::clamp(exponent_ + std::clamp(exponent, -exponent_limit, exponent_limit), -exponent_limit,
                         exponent_limit);
}

int Literal::decimals() const {
  return std::max(decimal_ - exponent_, 0);
}

std::optional<double> Literal::value() const {
  const auto end = text_.begin() + digits();
  const auto first = std::find_if(text_.begin(), end, [](char digit) { return digit != '0'; });
  if (first == end) return 0.0;

  // Whole digits and one exponent: 27% and 0.27 are the same text here, and so the same double.
  std::array<char, 280> text = text_;
  char* tail = text.data() + digits();
  *tail++ = 'e';
  tail = std::to_chars(tail, text.data() + text.size() - 1, exponent_ - decimal_).ptr;
  if (const auto value = digits_to_double(text.data(), tail)) return value;
  const auto skipped = static_cast<int>(first - text_.begin());
  const bool too_small = whole_ - skipped + exponent_ < 0;
  return too_small ? std::optional<double>(0.0) : std::nullopt;
}

}  // namespace qkv::detail
