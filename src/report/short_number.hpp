// Numbers in what is said about an implementation: as short as they can be and still show what is wrong.
#pragma once

#include <string>

namespace qkv {

inline constexpr int usual_decimals = 4;

// Rounded to that many decimals, without zeros at the end: "0.5622", "1", "0". What is too small for them or
// has more than six digits before the point is shown with its power of ten: "2.5e-9". "NaN", "inf", "-inf".
std::string short_number(double value, int decimals = usual_decimals);

// The fewest decimals, from the usual ones on, with which two numbers that differ do not look the same.
int decimals_that_differ(double one, double other);

}  // namespace qkv
