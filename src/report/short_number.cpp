#include "short_number.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>

#include "qkv/base/number.hpp"

namespace qkv {
namespace {

constexpr double largest_plain = 1e6;
constexpr int most_decimals = 16;

// "2.5e-9" for two digits; "1e-44" where the second one is 0.
std::string with_power(double value, int digits) {
  char text[64];
  const auto end = std::to_chars(text, text + sizeof text, value, std::chars_format::scientific, digits - 1);
  const std::string all(text, end.ptr);
  const std::size_t e = all.find('e');
  std::string mantissa = all.substr(0, e);
  if (mantissa.find('.') != std::string::npos) {
    mantissa.erase(mantissa.find_last_not_of('0') + 1);
    if (mantissa.back() == '.') mantissa.pop_back();
  }
  const bool is_negative = all[e + 1] == '-';
  const std::size_t first = all.find_first_not_of('0', e + 2);
  const std::string power = first == std::string::npos ? "0" : all.substr(first);
  return mantissa + "e" + (is_negative ? "-" : "") + power;
}

}  // namespace

std::string short_number(double value, int decimals) {
  if (std::isnan(value)) return "NaN";
  if (std::isinf(value)) return value > 0 ? "inf" : "-inf";
  const double rounded = round_half_away(value, decimals);
  const bool vanishes = value != 0.0 && rounded == 0.0;
  // As many digits more as decimals are asked for beyond the usual ones.
  if (vanishes || std::fabs(value) >= largest_plain)
    return with_power(value, 2 + std::max(0, decimals - usual_decimals));
  return format_shortest(rounded);
}

int decimals_that_differ(double one, double other) {
  int decimals = usual_decimals;
  while (decimals < most_decimals && short_number(one, decimals) == short_number(other, decimals)) ++decimals;
  return decimals;
}

}  // namespace qkv
