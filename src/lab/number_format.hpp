// Numbers as a graphics card keeps them: what is left of a double in a format with fewer bits.
#pragma once

#include <string_view>

namespace qkv {

// Binary floating point of IEEE 754 with implicit first bit, subnormal numbers and infinities.
struct NumberFormat {
  std::string_view name;
  int fraction_bits;
  int lowest_power;   // of two, of the smallest normal number
  int highest_power;  // of two, of the largest number
};

inline constexpr NumberFormat float16{"float16", 10, -14, 15};
inline constexpr NumberFormat float32{"float32", 23, -126, 127};
inline constexpr NumberFormat float64{"float64", 52, -1022, 1023};

// The nearest number of the format; of two equally near ones that with the even last bit. Beyond the largest
// number: infinite from half a step on.
double rounded_to(const NumberFormat& format, double value);

// The largest finite number. float16: 65504.
double largest_number(const NumberFormat& format);

}  // namespace qkv
