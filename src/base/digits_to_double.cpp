#include "digits_to_double.hpp"

#include <charconv>
#include <version>

// libc++ has std::from_chars for doubles from version 20 on alone.
#ifndef __cpp_lib_to_chars
#include <algorithm>
#include <clocale>
#include <cmath>
#include <cstdlib>
#ifdef __APPLE__
#include <xlocale.h>
#endif
#endif

namespace qkv::detail {

#ifdef __cpp_lib_to_chars

std::optional<double> digits_to_double(char* begin, char* end) {
  double value = 0.0;
  const auto result = std::from_chars(begin, end, value);
  if (result.ec != std::errc()) return std::nullopt;
  return value;
}

#else

std::optional<double> digits_to_double(char* begin, char* end) {
  *end = '\0';
  static const locale_t plain = newlocale(LC_NUMERIC_MASK, "C", nullptr);
  const double value = strtod_l(begin, nullptr, plain);
  char* exponent = std::find(begin, end, 'e');
  const bool is_zero = std::none_of(begin, exponent, [](char c) { return c >= '1' && c <= '9'; });
  if (std::isinf(value) || (value == 0.0 && !is_zero)) return std::nullopt;
  return value;
}

#endif

}  // namespace qkv::detail
