#include "simulate/rounding.hpp"

#include <algorithm>
#include <cmath>

#include "qkv/base/number.hpp"

namespace qkv::test {
namespace {

double power_of_ten(int exponent) {
  double power = 1.0;
  for (int i = 0; i < exponent; ++i) power *= 10.0;
  return power;
}

}  // namespace

double rounded(double value, int decimals, Ties ties) {
  if (!std::isfinite(value)) return value;
  const double unit = power_of_ten(decimals);
  const double units = std::fabs(snap(value)) * unit;
  if (units > 1e11) return value;
  // Of twelve digits, those behind the point are steps of more than units · 1e-12; the doubles are off by
  // less than units · 1e-15.
  const double noise = units * 1e-13;
  double whole = std::floor(units + noise);
  const double rest = units - whole;
  const bool is_tie = std::fabs(rest - 0.5) <= noise;
  const bool is_odd = std::fmod(whole, 2.0) != 0.0;
  const bool upwards = is_tie ? ties == Ties::away || is_odd : rest > 0.5;
  if (upwards) whole += 1.0;
  if (whole == 0.0) return 0.0;
  return std::copysign(whole / unit, value);
}

double plus(double a, double b) {
  const double sum = a + b;
  const double larger = std::max(std::fabs(a), std::fabs(b));
  if (!std::isfinite(sum) || std::fabs(sum) > larger / 8.0) return sum;
  if (std::fabs(sum) <= larger * 1e-13) return 0.0;
  const int decimals = 11 - static_cast<int>(std::floor(std::log10(larger)));
  return decimals < 0 ? sum : rounded(sum, decimals, Ties::away);
}

std::string written(double value, int decimals, const Pen& pen) {
  if (std::isinf(value)) return pen.infinity_sign ? "−∞" : "-inf";
  std::string text = format_fixed(value, decimals);
  if (pen.trailing_zeros || text.find('.') == std::string::npos) return text;
  while (text.back() == '0') text.pop_back();
  if (text.back() == '.') text.pop_back();
  return text;
}

}  // namespace qkv::test
