// The decimal digits of a double: the slow, plain way that number_decimal.cpp's shortcuts must agree with.
#pragma once

#include <array>
#include <string>

namespace qkv::detail {

// A number 0.d₁d₂d₃… × 10^exponent; d₁ is not 0. Zero has no digits.
struct Decimal {
  static constexpr int capacity = 17;  // the shortest digits of a double are never more
  bool negative = false;
  int count = 0;
  int exponent = 0;
  std::array<char, capacity> digits{};  // values 0 to 9
};

// Noise of floating point sits beyond this many significant digits.
inline constexpr int significant_digits = 12;

// The shortest digits that read back to this double (finite).
Decimal shortest_decimal(double value);

// Keeps the leading digits, rounding half away from zero; keep may be 0 or negative.
void keep_digits(Decimal& number, int keep);

// The nearest double.
double to_double(const Decimal& number);

// Digits with a point where it belongs and as many zeros as it takes, at least min_decimals decimals.
std::string plain_text(const Decimal& number, int min_decimals);

// snap() and round_half_away() of qkv/base/number.hpp, digit by digit.
Decimal snap_digits(double value);
Decimal round_digits(double value, int decimals);

}  // namespace qkv::detail
