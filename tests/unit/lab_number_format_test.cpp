// Rounding to half and single precision: against the machine's own single precision, and for half precision
// against what NumPy 1.24 makes of the same numbers.
#include <cmath>
#include <limits>

#include "../../src/lab/number_format.hpp"
#include "qkv/base/draws.hpp"
#include "support/catch.hpp"

using namespace qkv;

TEST_CASE("half precision rounds as NumPy does, with its subnormal numbers and its overflow") {
  const double infinity = std::numeric_limits<double>::infinity();
  struct Case {
    double value;
    double half;
  };
  const Case cases[] = {{65504, 65504},
                        {65519.999, 65504},
                        {65520, infinity},
                        {-65520, -infinity},
                        {-1e9, -infinity},
                        {1e-8, 0},
                        {0x1p-24, 0x1p-24},
                        {0x1p-25, 0},  // halfway to the smallest number: to the even one
                        {2.980530261993408e-08, 0x1p-24},
                        {0x3p-25, 0x2p-24},
                        {0x1p-14, 0x1p-14},
                        {6.097412109375e-05, 6.097555160522461e-05},
                        {6.1e-05, 6.097555160522461e-05},
                        {5.9e-08, 5.960464477539063e-08},
                        {0.1, 0.0999755859375},
                        {1.0 / 3, 0.333251953125},
                        {2049, 2048},
                        {2051, 2052},
                        {1.00048828125, 1.0},
                        {1.00146484375, 1.001953125},
                        {-12000.3, -12000},
                        {12004, 12000},
                        {12012, 12016},
                        {1e-300, 0}};
  for (const Case& each : cases) {
    INFO(each.value);
    CHECK(rounded_to(float16, each.value) == each.half);
    CHECK(rounded_to(float16, -each.value) == -each.half);
  }
  CHECK(std::signbit(rounded_to(float16, -0.0)));
  CHECK(std::isnan(rounded_to(float16, std::nan(""))));
  CHECK(largest_number(float16) == 65504);
}

TEST_CASE(
    "every number of half precision stays what it is, and between two neighbours the nearer one is taken") {
  // All positive ones, as their bits: 5 of power, 10 of fraction.
  double last = 0.0;
  for (int bits = 1; bits < 31 << 10; ++bits) {
    const int power = bits >> 10;
    const int fraction = bits & 1023;
    const double number = power == 0 ? std::ldexp(fraction, -24) : std::ldexp(1024 + fraction, power - 25);
    const double middle = (last + number) / 2;
    const bool fits = rounded_to(float16, number) == number &&
                      rounded_to(float16, std::nextafter(middle, last)) == last &&
                      rounded_to(float16, std::nextafter(middle, number)) == number;
    if (!fits) FAIL_CHECK(number);
    last = number;
  }
  CHECK(last == 65504);
}

TEST_CASE("single precision rounds as the machine does, over all powers of two") {
  Draws draws(11);
  for (int i = 0; i < 200'000; ++i) {
    const double fraction = 1.0 + draws.between(0, 1 << 30) * 0x1p-30 + draws.between(0, 1 << 22) * 0x1p-52;
    const double value =
        std::ldexp(draws.between(0, 1) == 0 ? fraction : -fraction, draws.between(-160, 127));
    const double single = static_cast<double>(static_cast<float>(value));
    if (rounded_to(float32, value) != single) FAIL_CHECK(value);
  }
  // Halfway between neighbours, which random numbers never are.
  for (int i = 0; i < 10'000; ++i) {
    const double value = std::ldexp(2 * draws.between(1 << 23, (1 << 24) - 1) + 1, draws.between(-174, 103));
    if (std::fabs(value) >= 0x1.ffffffp127) continue;  // there a float is undefined
    if (rounded_to(float32, value) != static_cast<double>(static_cast<float>(value))) FAIL_CHECK(value);
  }
  CHECK(largest_number(float32) == static_cast<double>(std::numeric_limits<float>::max()));
  CHECK(rounded_to(float32, -1e39) == -std::numeric_limits<double>::infinity());
  CHECK(rounded_to(float64, 0.1) == 0.1);
}
