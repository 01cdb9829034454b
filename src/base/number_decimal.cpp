#include <algorithm>
#include <cmath>
#include <cstddef>
#include <vector>

#include "decimal.hpp"
#include "qkv/base/number.hpp"
#include "scaled.hpp"

namespace qkv {
namespace detail {
namespace {

double power(int exponent) {
  return powers_of_ten[static_cast<std::size_t>(exponent)];
}

constexpr int lowest_exponent = -12;

// 10^exponent as the nearest double, from lowest_exponent on.
constexpr auto powers = [] {
  std::array<double, powers_of_ten.size() - lowest_exponent> result{};
  for (int i = 0; i < static_cast<int>(result.size()); ++i) {
    const int exponent = i + lowest_exponent;
    const double magnitude = powers_of_ten[static_cast<std::size_t>(exponent < 0 ? -exponent : exponent)];
    result[static_cast<std::size_t>(i)] = exponent < 0 ? 1.0 / magnitude : magnitude;
  }
  return result;
}();

// ⌊log₁₀ magnitude⌋ for 1e-11 ≤ magnitude < 1e15. Comparing with the nearest double of a power of ten agrees
// with the shortest digits of the magnitude, because those grow with it.
int decimal_exponent(double magnitude) {
  const auto at_least = [magnitude](int exponent) {
    return magnitude >= powers[static_cast<std::size_t>(exponent - lowest_exponent)];
  };
  int exponent = (std::ilogb(magnitude) * 1233) >> 12;  // 1233/4096 is just below log₁₀ 2
  while (at_least(exponent + 1)) ++exponent;
  while (!at_least(exponent)) --exponent;
  return exponent;
}

}  // namespace

std::optional<Scaled> snap_scaled(double value) {
  const double magnitude = std::fabs(value);
  if (!(magnitude >= 1e-11 && magnitude < 1e15)) return std::nullopt;
  const int decimals = significant_digits - 1 - decimal_exponent(magnitude);
  // One rounding, of less than 1e-4 for a number up to 1e12; the double itself may be off by as much.
  const double units = decimals >= 0 ? magnitude * power(decimals) : magnitude / power(-decimals);
  const double below = std::floor(units);
  const double rest = units - below;
  if (std::fabs(rest - 0.5) < 1e-3) return std::nullopt;
  const auto whole = static_cast<std::int64_t>(rest > 0.5 ? below + 1.0 : below);
  return Scaled{value < 0 ? -whole : whole, decimals};
}

std::optional<std::int64_t> round_scaled(double value, int decimals) {
  if (decimals < 0 || decimals > 15) return std::nullopt;
  if (std::fabs(value) < 1e-11 && decimals <= 10) return 0;
  const std::optional<Scaled> snapped = snap_scaled(value);
  if (!snapped) return std::nullopt;
  const int dropped = snapped->decimals - decimals;
  if (dropped <= 0) return std::nullopt;
  if (dropped > significant_digits) return 0;
  const auto unit = static_cast<std::int64_t>(power(dropped));
  const std::int64_t half = snapped->units < 0 ? -unit / 2 : unit / 2;
  return (snapped->units + half) / unit;
}

}  // namespace detail

namespace {

using detail::Decimal;

// The digit sum of signed decimals, one place after the other, from the lowest place up.
class DecimalSum {
 public:
  DecimalSum(int lowest, int highest)
      : lowest_(lowest), places_(static_cast<std::size_t>(highest - lowest), 0) {}

  void add(const Decimal& number, int sign) {
    for (int i = 0; i < number.count; ++i) {
      const auto place = static_cast<std::size_t>(number.exponent - 1 - i - lowest_);
      places_[place] += (number.negative ? -sign : sign) * number.digits[static_cast<std::size_t>(i)];
    }
  }

  // −1, 0 or 1
  int sign() const {
    int carry = 0;
    bool zero = true;
    for (int place : places_) {
      const int total = place + carry;
      const int digit = ((total % 10) + 10) % 10;
      carry = (total - digit) / 10;
      if (digit != 0) zero = false;
    }
    if (carry < 0) return -1;
    return zero && carry == 0 ? 0 : 1;
  }

 private:
  int lowest_;
  std::vector<int> places_;
};

// |a − b| ≤ tolerance, on the digits.
bool within_digits(double a, double b, double tolerance) {
  const Decimal larger = detail::snap_digits(std::max(a, b));
  const Decimal smaller = detail::snap_digits(std::min(a, b));
  const Decimal reach = detail::snap_digits(tolerance);
  int lowest = 0;
  int highest = 0;
  for (const Decimal* number : {&larger, &smaller, &reach}) {
    if (number->count == 0) continue;
    lowest = std::min(lowest, number->exponent - number->count);
    highest = std::max(highest, number->exponent);
  }
  DecimalSum rest(lowest, highest);
  rest.add(larger, 1);
  rest.add(smaller, -1);
  rest.add(reach, -1);
  return rest.sign() <= 0;
}

}  // namespace

double snap(double value) {
  if (!std::isfinite(value)) return value;
  if (const auto fast = detail::snap_scaled(value)) {
    const auto units = static_cast<double>(fast->units);
    return fast->decimals >= 0 ? units / detail::power(fast->decimals)
                               : units * detail::power(-fast->decimals);
  }
  return detail::to_double(detail::snap_digits(value));
}

std::optional<SnappedDecimals> snapped_decimals(double value) {
  const std::optional<detail::Scaled> snapped = detail::snap_scaled(value);
  if (!snapped) return std::nullopt;
  SnappedDecimals decimals{snapped->decimals, snapped->decimals};
  for (std::int64_t units = snapped->units; units % 10 == 0; units /= 10) --decimals.needed;
  return decimals;
}

double round_half_away(double value, int decimals) {
  if (!std::isfinite(value)) return value;
  if (const auto units = detail::round_scaled(value, decimals)) {
    return *units == 0 ? 0.0 : static_cast<double>(*units) / detail::power(decimals);
  }
  return detail::to_double(detail::round_digits(value, decimals));
}

bool within(double a, double b, double tolerance) {
  if (a == b) return tolerance >= 0;
  if (!std::isfinite(a) || !std::isfinite(b) || std::isnan(tolerance)) return false;
  if (std::isinf(tolerance)) return tolerance > 0;
  const double distance = std::fabs(a - b);
  // Snapping moves each of the three by at most 5e-12 of its size; only what is nearer than that needs
  // digits.
  const double doubt = 2e-11 * std::max({std::fabs(a), std::fabs(b), std::fabs(tolerance)});
  if (distance < tolerance - doubt) return true;
  if (distance > tolerance + doubt) return false;
  return within_digits(a, b, tolerance);
}

}  // namespace qkv
