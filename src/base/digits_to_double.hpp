// Decimal digits → the nearest double, whatever the locale.
#pragma once

#include <optional>

namespace qkv::detail {

// "-0.27e3": a decimal number with or without exponent, nothing else. Nothing if it is beyond the range of a
// double, on either side. The character at `end` may be overwritten.
std::optional<double> digits_to_double(char* begin, char* end);

}  // namespace qkv::detail
