// A decimal literal on its way from written digits to a double.
#pragma once

#include <array>
#include <optional>

namespace qkv::detail {

class Literal {
 public:
  // Fewer than 240 digits in all, '0' to '9'.
  void add_whole_digit(char digit);
  void add_decimal_digit(char digit);
  // The exponent of ten; added up, saturating far beyond the range of a double.
  void add_exponent(int exponent);

  int digits() const { return whole_ + decimal_; }
  int digits_after_point() const { return decimal_; }

  // Decimals that the literal shows: two for 0.27, 0.0027e2, 2.7e-1 and 27%.
  int decimals() const;
  // The nearest double; 0 for what is too small for one, nothing for what is too large.
  std::optional<double> value() const;

 private:
  std::array<char, 280> text_;  // the digits without a point, then room for an exponent
  int whole_ = 0;
  int decimal_ = 0;
  int exponent_ = 0;
};

}  // namespace qkv::detail
