#include "number_format.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace qkv {
namespace {

// To the nearest whole number, halves to the even one; whatever rounding mode the machine is set to.
double to_whole(double value) {
  const double below = std::floor(value);
  const double rest = value - below;
  if (rest < 0.5) return below;
  if (rest > 0.5) return below + 1;
  return std::fmod(below, 2.0) == 0 ? below : below + 1;
}

}  // namespace

double rounded_to(const NumberFormat& format, double value) {
  if (value == 0 || !std::isfinite(value) || format.fraction_bits >= float64.fraction_bits) return value;
  // The step between neighbours around the value; that of the smallest normal numbers for all below them.
  const int power = std::max(std::ilogb(value), format.lowest_power);
  const int step = power - format.fraction_bits;
  const double rounded = std::ldexp(to_whole(std::ldexp(value, -step)), step);
  if (std::fabs(rounded) > largest_number(format))
    return std::copysign(std::numeric_limits<double>::infinity(), value);
  return rounded;
}

double largest_number(const NumberFormat& format) {
  return std::ldexp(2.0 - std::ldexp(1.0, -format.fraction_bits), format.highest_power);
}

}  // namespace qkv
