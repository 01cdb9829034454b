#include <charconv>
#include <cmath>
#include <limits>
#include <random>
#include <string>

#include "qkv/base/number.hpp"
#include "support/catch.hpp"

using namespace qkv;

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

double read_back(const std::string& text) {
  double value = 0.0;
  std::from_chars(text.data(), text.data() + text.size(), value);
  return value;
}

}  // namespace

TEST_CASE("fixed decimals are rounded as by hand") {
  CHECK(format_fixed(0.125, 2) == "0.13");
  CHECK(format_fixed(-0.125, 2) == "-0.13");
  CHECK(format_fixed(2.675, 2) == "2.68");
  CHECK(format_fixed(1.25, 2) == "1.25");
  CHECK(format_fixed(2.5, 0) == "3");
  CHECK(format_fixed(2, 2) == "2.00");
  CHECK(format_fixed(0.7071067811865476, 4) == "0.7071");
  CHECK(format_fixed(99.995, 2) == "100.00");
  CHECK(format_fixed(0.05, 2) == "0.05");
  CHECK(format_fixed(0.3, 15) == "0.300000000000000");
  CHECK(format_fixed(1234.5, 1) == "1234.5");
}

TEST_CASE("zero is printed without a sign") {
  CHECK(format_fixed(-0.0, 2) == "0.00");
  CHECK(format_fixed(-0.004, 2) == "0.00");
  CHECK(format_fixed(-1e-300, 2) == "0.00");
  CHECK(format_fixed(-0.4, 0) == "0");
  CHECK(format_shortest(-0.0) == "0");
}

TEST_CASE("fixed decimals of large numbers are plain digits") {
  CHECK(format_fixed(1234567890123.0, 2) == "1234567890123.00");
  CHECK(format_fixed(1e21, 1) == "1000000000000000000000.0");
  CHECK(format_fixed(-1e300, 0) == "-1" + std::string(300, '0'));
}

TEST_CASE("minus infinity is printed as -inf") {
  CHECK(format_fixed(-infinity, 2) == "-inf");
  CHECK(format_shortest(-infinity) == "-inf");
  CHECK(shortest_decimals(-infinity) == 0);
}

TEST_CASE("the shortest digits are plain in the range that people read") {
  CHECK(format_shortest(2) == "2");
  CHECK(format_shortest(-2) == "-2");
  CHECK(format_shortest(0.1) == "0.1");
  CHECK(format_shortest(0.7071067811865476) == "0.7071067811865476");
  CHECK(format_shortest(100) == "100");
  CHECK(format_shortest(1e-7) == "0.0000001");
  CHECK(format_shortest(-1.5e-7) == "-0.00000015");
  CHECK(format_shortest(1e20) == "100000000000000000000");
  CHECK(format_shortest(123456789012345680000.0) == "123456789012345680000");
}

TEST_CASE("outside that range the shortest digits have an exponent") {
  CHECK(format_shortest(1e21) == "1e21");
  CHECK(format_shortest(-1.5e21) == "-1.5e21");
  CHECK(format_shortest(9.9e-8) == "9.9e-8");
  CHECK(format_shortest(5e-324) == "5e-324");
  CHECK(format_shortest(1.7976931348623157e308) == "1.7976931348623157e308");
}

TEST_CASE("the shortest digits read back to the same double") {
  std::mt19937_64 engine(3);
  std::uniform_real_distribution<double> exponent(-320, 308);
  for (int i = 0; i < 50'000; ++i) {
    const double value = std::pow(10.0, exponent(engine)) * (engine() % 2 == 0 ? 1 : -1);
    const std::string text = format_shortest(value);
    if (read_back(text) != value) FAIL_CHECK(text);
    if (std::get<WrittenNumber>(read_number(text)).value != value) FAIL_CHECK(text);
  }
}

TEST_CASE("the shortest decimals are those of the shortest digits") {
  CHECK(shortest_decimals(2) == 0);
  CHECK(shortest_decimals(200) == 0);
  CHECK(shortest_decimals(0) == 0);
  CHECK(shortest_decimals(0.5) == 1);
  CHECK(shortest_decimals(-12.25) == 2);
  CHECK(shortest_decimals(0.7071067811865476) == 16);
  CHECK(shortest_decimals(1.5e-8) == 9);
  CHECK(shortest_decimals(1e21) == 0);
}
