#include "decimal.hpp"

#include <algorithm>
#include <charconv>
#include <cstddef>
#include <string_view>

#include "digits_to_double.hpp"

namespace qkv::detail {
namespace {

void strip_trailing_zeros(Decimal& number) {
  while (number.count > 0 && number.digits[static_cast<std::size_t>(number.count - 1)] == 0) --number.count;
}

}  // namespace

Decimal shortest_decimal(double value) {
  Decimal number;
  std::array<char, 32> buffer{};  // -d.ddddddddddddddde-308
  const auto end =
      std::to_chars(buffer.data(), buffer.data() + buffer.size(), value, std::chars_format::scientific).ptr;
  for (const char* at = buffer.data(); at != end; ++at) {
    if (*at == '-') {
      number.negative = true;
    } else if (*at == 'e') {
      const char* exponent = at[1] == '+' ? at + 2 : at + 1;
      std::from_chars(exponent, end, number.exponent);
      break;
    } else if (*at != '.') {
      number.digits[static_cast<std::size_t>(number.count++)] = static_cast<char>(*at - '0');
    }
  }
  ++number.exponent;
  strip_trailing_zeros(number);
  return number;
}

void keep_digits(Decimal& number, int keep) {
  if (keep >= number.count) return;
  const bool up = keep >= 0 && number.digits[static_cast<std::size_t>(keep)] >= 5;
  number.count = std::max(keep, 0);
  if (!up) return strip_trailing_zeros(number);

  while (number.count > 0 && number.digits[static_cast<std::size_t>(number.count - 1)] == 9) --number.count;
  if (number.count > 0) {
    ++number.digits[static_cast<std::size_t>(number.count - 1)];
  } else {
    number.digits[0] = 1;
    number.count = 1;
    ++number.exponent;
  }
}

double to_double(const Decimal& number) {
  if (number.count == 0) return 0.0;
  std::string text = number.negative ? "-0." : "0.";
  for (int i = 0; i < number.count; ++i) {
    text += static_cast<char>('0' + number.digits[static_cast<std::size_t>(i)]);
  }
  text += 'e';
  text += std::to_string(number.exponent);
  return digits_to_double(text.data(), text.data() + text.size()).value_or(0.0);
}

std::string plain_text(const Decimal& number, int min_decimals) {
  std::string text = number.negative && number.count > 0 ? "-" : "";
  const auto digit = [&number](int i) {
    return i >= 0 && i < number.count ? static_cast<char>('0' + number.digits[static_cast<std::size_t>(i)])
                                      : '0';
  };
  if (number.count == 0 || number.exponent <= 0) text += '0';
  for (int i = 0; number.count > 0 && i < number.exponent; ++i) text += digit(i);

  const int point = number.count > 0 ? number.exponent : 0;
  const int decimals = std::max(number.count - point, min_decimals);
  if (decimals > 0) text += '.';
  for (int i = point; i < point + decimals; ++i) text += digit(i);
  return text;
}

Decimal snap_digits(double value) {
  Decimal number = shortest_decimal(value);
  keep_digits(number, significant_digits);
  return number;
}

Decimal round_digits(double value, int decimals) {
  Decimal number = shortest_decimal(value);
  // A number so large that the asked decimal lies beyond the twelfth digit is rounded as it stands: snapping
  // first would take away digits that were asked for.
  if (number.exponent + decimals < significant_digits) keep_digits(number, significant_digits);
  keep_digits(number, number.exponent + decimals);
  return number;
}

}  // namespace qkv::detail
