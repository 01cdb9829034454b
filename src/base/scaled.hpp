// Decimal rounding by whole-number arithmetic, for the numbers that tables are made of.
#pragma once

#include <array>
#include <cstdint>
#include <optional>

namespace qkv::detail {

// Powers of ten that a double holds exactly.
inline constexpr std::array<double, 23> powers_of_ten = {1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,
                                                         1e8,  1e9,  1e10, 1e11, 1e12, 1e13, 1e14, 1e15,
                                                         1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};

// value ≈ units / 10^decimals, correct in every digit kept.
struct Scaled {
  std::int64_t units = 0;
  int decimals = 0;  // negative: units of tens, hundreds …
};

// The value in 12 significant digits, or nothing where digits must decide: zero, infinities, very large and
// very small numbers, and values so near to the middle between two results that the product below cannot be
// trusted.
std::optional<Scaled> snap_scaled(double value);

// round_half_away(value, decimals) as a whole number of units of the last decimal, or nothing as above.
std::optional<std::int64_t> round_scaled(double value, int decimals);

}  // namespace qkv::detail
