#include <cmath>
#include <cstdint>
#include <limits>
#include <random>
#include <string>
#include <vector>

#include "../../src/base/decimal.hpp"
#include "../../src/base/scaled.hpp"
#include "qkv/base/number.hpp"
#include "support/catch.hpp"

using namespace qkv;

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr double nan_value = std::numeric_limits<double>::quiet_NaN();

struct Rounding {
  double value;
  int decimals;
  double rounded;
};

double learner_number(const std::string& text) {
  return std::get<WrittenNumber>(read_number(text)).value;
}

// What a learner's text owes a table with that many decimals: half a unit, inclusive.
bool accepted(double expected, const std::string& text, int decimals) {
  return within(learner_number(text), expected, 0.5 * std::pow(10.0, -decimals));
}

// Numbers as they occur in tables, and the ones that are hard to round: near ties, near powers of ten, noise.
double difficult_value(std::mt19937_64& engine) {
  const auto below = [&engine](std::uint64_t count) { return static_cast<double>(engine() % count); };
  const double sign = engine() % 2 == 0 ? 1.0 : -1.0;
  const double power = std::pow(10.0, below(12));
  switch (engine() % 7) {
    case 0:
      return sign * below(1'000'000'000) / power;
    case 1:
      return sign * (below(1'000'000) + 0.5) / power;
    case 2:
      return std::nextafter(sign * (below(1'000'000) + 0.5) / power, sign * infinity);
    case 3:
      return std::nextafter(sign * (below(1'000'000) + 0.5) / power, 0.0);
    case 4:
      return sign * (below(1'000'000'000'000) + 0.5) / power;
    case 5:
      return std::nextafter(sign * power, engine() % 2 == 0 ? 0.0 : sign * infinity) / 1e6;
    default:
      return sign * std::exp(below(80'000'000) / 1e6 - 50.0);
  }
}

}  // namespace

TEST_CASE("snap keeps twelve significant digits") {
  CHECK(snap(0.1 + 0.2) == 0.3);
  CHECK(snap(1.0 / 3) == 0.333333333333);
  CHECK(snap(-2.0 / 3) == -0.666666666667);
  CHECK(snap(0.99999999999999) == 1.0);
  CHECK(snap(123456789012.5) == 123456789013.0);
  CHECK(snap(12345678901234.0) == 12345678901200.0);
  CHECK(snap(1.23456789012345e-300) == 1.23456789012e-300);
  CHECK(snap(1.23456789012345e300) == 1.23456789012e300);
  CHECK(snap(0.0) == 0.0);
  CHECK_FALSE(std::signbit(snap(-0.0)));
  CHECK(snap(infinity) == infinity);
  CHECK(snap(-infinity) == -infinity);
  CHECK(std::isnan(snap(nan_value)));
}

TEST_CASE("ties round away from zero in the digits that a person sees") {
  const std::vector<Rounding> cases = {
      {0.125, 2, 0.13},
      {-0.125, 2, -0.13},
      {2.675, 2, 2.68},
      {1.005, 2, 1.01},
      {-1.005, 2, -1.01},
      {2.5, 0, 3},
      {-2.5, 0, -3},
      {0.5, 0, 1},
      {1.4142135623731, 2, 1.41},
      {0.994999, 2, 0.99},
      {0.995, 2, 1.0},
      {9.999, 2, 10.0},
      {0.1 + 0.2, 1, 0.3},
      {0.28500000000000003, 2, 0.29},
      {0.005, 2, 0.01},
      {0.00499999999999999, 2, 0.01},
      {0.0049999, 2, 0.0},
      {4.53999297625e-5, 4, 0.0},
      {4.53999297625e-5, 5, 0.00005},
      {1e15, 2, 1e15},
      {0.3, 15, 0.3},
  };
  for (const auto& [value, decimals, rounded] : cases) {
    INFO(value << " to " << decimals);
    CHECK(round_half_away(value, decimals) == rounded);
  }
}

TEST_CASE("Numbas #247: 419.5675 and 774.9625 round up at three decimals") {
  CHECK(round_half_away(419.5675, 3) == 419.568);
  CHECK(round_half_away(774.9625, 3) == 774.963);
  CHECK(format_fixed(419.5675, 3) == "419.568");
}

TEST_CASE("STACK #175: a value that is only noise below a tie is the tie") {
  const double value = 0.15 + 0.41 - 0.15 * 0.41;
  REQUIRE(value < 0.4985);
  CHECK(round_half_away(value, 3) == 0.499);
}

TEST_CASE("rounding leaves alone what has no such decimals") {
  for (double value :
       {1e300, -1e300, 1.2345678901234567e300, 1234567890123.0, 9007199254740993.0, 0.25, 3.0}) {
    INFO(value);
    CHECK(round_half_away(value, 2) == value);
  }
  CHECK(round_half_away(1234567890.125, 2) == 1234567890.13);
  CHECK(round_half_away(infinity, 2) == infinity);
  CHECK(round_half_away(-infinity, 2) == -infinity);
  CHECK(std::isnan(round_half_away(nan_value, 2)));
}

TEST_CASE("tiny numbers round to zero, and zero has no sign") {
  for (double value : {1e-300, -1e-300, 5e-324, -0.0, -0.004, 0.0049}) {
    INFO(value);
    CHECK(round_half_away(value, 2) == 0.0);
    CHECK_FALSE(std::signbit(round_half_away(value, 2)));
  }
  CHECK(round_half_away(1e-300, 15) == 0.0);
  CHECK(round_half_away(7e-12, 11) == 1e-11);
}

TEST_CASE("rounding shortcuts agree with rounding digit by digit") {
  std::mt19937_64 engine(20240229);
  int shortcuts = 0;
  for (int i = 0; i < 200'000; ++i) {
    const double value = difficult_value(engine);
    const int decimals = static_cast<int>(engine() % 16);
    if (detail::round_scaled(value, decimals)) ++shortcuts;
    const double rounded = detail::to_double(detail::round_digits(value, decimals));
    const double snapped = detail::to_double(detail::snap_digits(value));
    const std::string printed = detail::plain_text(detail::round_digits(value, decimals), decimals);
    if (round_half_away(value, decimals) != rounded || snap(value) != snapped ||
        format_fixed(value, decimals) != printed) {
      CAPTURE(value, decimals);
      CHECK(round_half_away(value, decimals) == rounded);
      CHECK(snap(value) == snapped);
      CHECK(format_fixed(value, decimals) == printed);
    }
  }
  CHECK(shortcuts > 50'000);
}

TEST_CASE("a rounded number stays what it is when it is rounded again") {
  std::mt19937_64 engine(7);
  for (int i = 0; i < 20'000; ++i) {
    const double once = round_half_away(difficult_value(engine), 4);
    if (round_half_away(once, 4) != once) FAIL_CHECK(once);
  }
}

TEST_CASE("Numbas #182: half a unit is inclusive and decided in decimal") {
  CHECK(within(0.275, 0.27, 0.005));
  CHECK(within(0.265, 0.27, 0.005));
  CHECK(within(0.27, 0.275, 0.005));
  CHECK_FALSE(within(0.2751, 0.27, 0.005));
  CHECK_FALSE(within(0.2649, 0.27, 0.005));
  CHECK(within(-0.275, -0.27, 0.005));
  CHECK(within(1000.005, 1000, 0.005));
  CHECK_FALSE(within(1000.00501, 1000, 0.005));
}

TEST_CASE("Numbas #76: noise below the twelfth digit decides nothing") {
  CHECK(within(403.208, 403.2079999999, 0.0000000001));
  CHECK(within(0.275, 0.1 * 2.7, 0.005));
  CHECK(within(0.2750000000000004, 0.27, 0.005));
  CHECK_FALSE(within(0.27500000001, 0.27, 0.005));
}

TEST_CASE("PrairieLearn #12450: two decimals of 1.234 are 1.23, its half unit included") {
  CHECK(accepted(1.234, "1.23", 2));
  CHECK(accepted(1.234, "1.239", 2));
  CHECK_FALSE(accepted(1.234, "1.2391", 2));
  CHECK_FALSE(accepted(1.234, "1.24", 2));
}

TEST_CASE("STACK #175: at a tie both neighbours are right") {
  CHECK(accepted(0.15 + 0.41 - 0.15 * 0.41, "0.498", 3));
  CHECK(accepted(0.15 + 0.41 - 0.15 * 0.41, "0.499", 3));
  CHECK_FALSE(accepted(0.15 + 0.41 - 0.15 * 0.41, "0.4979", 3));
}

TEST_CASE("Numbas #247: 419.568 and 419.567 are both 419.5675 to three decimals, 419.569 is not") {
  CHECK(accepted(419.5675, "419.568", 3));
  CHECK(accepted(419.5675, "419.567", 3));
  CHECK_FALSE(accepted(419.5675, "419.569", 3));
}

TEST_CASE("STACK #312: a tiny expected value is compared by half a unit, not by a slop of its own") {
  const double tail = std::exp(-10.0);
  CHECK(accepted(tail, "0.0000", 4));
  CHECK_FALSE(accepted(tail, "0.00001", 5));
  CHECK(accepted(tail, "0.00005", 5));
}

TEST_CASE("Numbas #553: more decimals than asked never hurt") {
  CHECK(accepted(1.27, "1.3", 1));
  CHECK(accepted(1.27, "1.27", 1));
  CHECK_FALSE(accepted(1.27, "1.2", 1));
}

TEST_CASE("comparing reaches across all magnitudes") {
  CHECK(within(1e300, 1e300, 1e-300));
  CHECK_FALSE(within(1e300, 1.00000000001e300, 1e-300));
  CHECK(within(1e308, -1e308, infinity));
  CHECK_FALSE(within(1e308, -1e308, 1e308));
  CHECK(within(0.0, 0.0, 0.0));
  CHECK(within(0.0, -0.0, 0.0));
  CHECK(within(1e-300, 3e-300, 2e-300));
  CHECK_FALSE(within(1e-300, 3.1e-300, 2e-300));
  CHECK(within(1.0, 1.0 + 1e-15, 0.0));
  CHECK_FALSE(within(1.0, 1.0, -1.0));
}

TEST_CASE("an infinity is only near itself, and nothing is near NaN") {
  CHECK(within(-infinity, -infinity, 0.005));
  CHECK_FALSE(within(-infinity, 0.0, 0.005));
  CHECK_FALSE(within(0.0, -infinity, infinity));
  CHECK_FALSE(within(-infinity, infinity, 0.005));
  CHECK_FALSE(within(nan_value, nan_value, 0.005));
  CHECK_FALSE(within(0.0, 1.0, nan_value));
}

TEST_CASE("comparing agrees with whole numbers for every pair of two-decimal cells") {
  for (int a = -300; a <= 300; ++a) {
    for (int b = a - 12; b <= a + 12; ++b) {
      for (int tolerance = 0; tolerance <= 10; tolerance += 5) {
        const bool near = std::abs(a - b) <= tolerance;
        if (within(a / 1000.0, b / 1000.0, tolerance / 1000.0) != near) {
          FAIL_CHECK(a << " " << b << " " << tolerance);
        }
      }
    }
  }
}
