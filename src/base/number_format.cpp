#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstddef>

#include "decimal.hpp"
#include "qkv/base/number.hpp"
#include "scaled.hpp"

namespace qkv {
namespace {

std::string not_finite_text(double value) {
  if (std::isnan(value)) return "nan";
  return value < 0 ? "-inf" : "inf";
}

// 125 with 2 decimals: "1.25"
std::string point_text(std::int64_t units, int decimals) {
  std::array<char, 24> digits{};
  const std::int64_t magnitude = units < 0 ? -units : units;
  const char* end = std::to_chars(digits.data(), digits.data() + digits.size(), magnitude).ptr;
  const auto count = static_cast<std::size_t>(end - digits.data());
  const auto shown = static_cast<std::size_t>(decimals);

  std::string text = units < 0 ? "-" : "";
  if (count <= shown) text.append(shown + 1 - count, '0');
  text.append(digits.data(), count);
  if (shown > 0) text.insert(text.size() - shown, 1, '.');
  return text;
}

// 1.5e-8
std::string exponent_text(const detail::Decimal& number) {
  std::string text = number.negative ? "-" : "";
  for (int i = 0; i < number.count; ++i) {
    if (i == 1) text += '.';
    text += static_cast<char>('0' + number.digits[static_cast<std::size_t>(i)]);
  }
  return text + 'e' + std::to_string(number.exponent - 1);
}

}  // namespace

std::string format_fixed(double value, int decimals) {
  if (!std::isfinite(value)) return not_finite_text(value);
  if (const auto units = detail::round_scaled(value, decimals)) return point_text(*units, decimals);
  return detail::plain_text(detail::round_digits(value, decimals), decimals);
}

std::string format_shortest(double value) {
  if (!std::isfinite(value)) return not_finite_text(value);
  const detail::Decimal number = detail::shortest_decimal(value);
  // 1e-7 is 0.1 × 10^-6, and 1e21 is 0.1 × 10^22.
  const bool plain = number.count == 0 || (number.exponent >= -6 && number.exponent <= 21);
  return plain ? detail::plain_text(number, 0) : exponent_text(number);
}

int shortest_decimals(double value) {
  if (!std::isfinite(value)) return 0;
  const detail::Decimal number = detail::shortest_decimal(value);
  return number.count == 0 ? 0 : std::max(number.count - number.exponent, 0);
}

}  // namespace qkv
