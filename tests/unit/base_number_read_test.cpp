#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include "support/numbers.hpp"

using namespace qkv;
using namespace qkv::test;
using Reason = Unreadable::Reason;

namespace {

constexpr double minus_infinity = -std::numeric_limits<double>::infinity();

}  // namespace

TEST_CASE("decimal literals come in every usual spelling and show their decimals") {
  const std::vector<Readable> cases = {
      {"2", 2, 0, false},
      {"0.50", 0.5, 2, false},
      {".5", 0.5, 1, false},
      {"5.", 5, 0, false},
      {"+0.5", 0.5, 1, false},
      {"-0.5", -0.5, 1, false},
      {"- 0.5", -0.5, 1, false},
      {"  0.25  ", 0.25, 2, false},
      {"5e-1", 0.5, 1, false},
      {"5E-1", 0.5, 1, false},
      {"5e\xE2\x88\x92"
       "1",
       0.5, 1, false},
      {"1e2", 100, 0, false},
      {"1.25e1", 12.5, 1, false},
      {"1e-999", 0, 999, false},
      {"0e99999999999", 0, 0, false},
      {"4.9e-324", 4.9406564584124654e-324, 325, false},
      {"1.7976931348623157e308", 1.7976931348623157e308, 0, false},
      {"-0", 0, 0, false},
  };
  for (const auto& wanted : cases) check_readable(wanted);
}

TEST_CASE("minus zero is read as zero") {
  CHECK_FALSE(std::signbit(std::get<WrittenNumber>(read_number("-0.00")).value));
}

TEST_CASE("a literal is the nearest double, however long it is written") {
  check_readable({"0.1000000000000000055511151231257827021181583404541015625", 0.1, 55, false});
  check_readable({std::string(150, '0') + "7", 7, 0, false});
  check_readable({"0." + std::string(150, '0') + "1e151", 1, 0, false});
}

TEST_CASE("PrairieLearn #135: the minus sign U+2212 that calculators paste is a minus") {
  check_readable({"\u22120.5", -0.5, 1, false});
}

TEST_CASE("STACK #438: the en dash of smart punctuation is a minus") {
  check_readable({"\u20130.5", -0.5, 1, false});
}

TEST_CASE("PrairieLearn #8627: the full-width and the small hyphen are minus signs") {
  check_readable({"\uFF0D0.5", -0.5, 1, false});
  check_readable({"\uFE630.5", -0.5, 1, false});
}

TEST_CASE("STACK #860: full-width digits and the long vowel mark of East Asian keyboards are understood") {
  check_readable({"０．２７", 0.27, 2, false});
  check_readable({"ー0.5", -0.5, 1, false});
  check_readable({"－１／３", -1.0 / 3, 0, true});
  check_readable({"\u3000（１＋２）＊３\u3000", 9, 0, true});
}

TEST_CASE("PrairieLearn #15436: digits grouped in threes after the point are one number") {
  check_readable({"78.539 816", 78.539816, 6, false});
  check_readable({"78.539\u00A0816", 78.539816, 6, false});
  check_readable({"0.123 456 789", 0.123456789, 9, false});
  check_readable({"3.141 593 * 2", 6.283186, 0, true});
}

TEST_CASE(
    "moodle-qtype_formulas #11: a decimal comma is read when it is asked for, and named when it is not") {
  check_readable({"0,27", 0.27, 2, false}, comma);
  check_readable({"０，２７", 0.27, 2, false}, comma);
  check_readable({"0.27", 0.27, 2, false}, comma);
  check_readable({"1/0,5", 2, 0, true}, comma);
  check_unreadable({"0,27", Reason::comma, U',', 2});
  check_unreadable({"０，２７", Reason::comma, 0xFF0C, 2});
}

TEST_CASE("Open edX PR #35590: 27% and 27.0% are the same number") {
  check_readable({"27%", 0.27, 2, false});
  check_readable({"27.0%", 0.27, 3, false});
  check_readable({"27 %", 0.27, 2, false});
  check_readable({"27％", 0.27, 2, false});
  check_readable({"50%", 0.5, 2, false});
  check_readable({"0.1%", 0.001, 3, false});
  check_readable({"1e2%", 1, 0, false});
  check_readable({"-27%", -0.27, 2, false});
  check_unreadable({"27%%", Reason::unexpected, U'%', 4});
  check_unreadable({"%", Reason::unexpected, U'%', 1});
}

TEST_CASE("httlads #10: every spelling of one half is one half") {
  for (const char* text : {".5", "0.5", "+0.5", "00.5", "5.0e-1"}) {
    INFO(text);
    CHECK(std::get<WrittenNumber>(read_number(text)).value == 0.5);
  }
}

TEST_CASE("PrairieLearn #13151: written decimals count trailing zeros and see through the exponent") {
  check_readable({"0.05", 0.05, 2, false});
  check_readable({"0.00", 0, 2, false});
  check_readable({"1.0000", 1, 4, false});
  check_readable({"2.7e-1", 0.27, 2, false});
}

TEST_CASE("STACK #346: 80 is a number without decimals") {
  check_readable({"80", 80, 0, false});
}

TEST_CASE("STACK #1531: a negative number in any dash is that number") {
  check_readable({"\u22122.0", -2, 1, false});
}

TEST_CASE("roots, powers and fractions are exact forms") {
  const std::vector<Readable> cases = {
      {"sqrt(2)", 1.4142135623730951, 0, true},
      {"Sqrt( 2 )", 1.4142135623730951, 0, true},
      {"√2", 1.4142135623730951, 0, true},
      {"√(1+1)", 1.4142135623730951, 0, true},
      {"1/√2", 0.70710678118654752, 0, true},
      {"1/sqrt(2)", 0.70710678118654752, 0, true},
      {"√2/2", 0.70710678118654752, 0, true},
      {"√√16", 2, 0, true},
      {"2^(1/2)", 1.4142135623730951, 0, true},
      {"2^-1", 0.5, 0, true},
      {"2^3^2", 512, 0, true},
      {"-2^2", -4, 0, true},
      {"(-2)^2", 4, 0, true},
      {"(-8)^(1/1)", -8, 0, true},
      {"e", 2.7182818284590452, 0, true},
      {"e^0.71", 2.0339912586467506, 0, true},
      {"e^-0.5", 0.60653065971263342, 0, true},
      {"e^(\u22120.5)", 0.60653065971263342, 0, true},
      {"exp(0.71)", 2.0339912586467506, 0, true},
      {"-1/3", -1.0 / 3, 0, true},
      {"2*3", 6, 0, true},
      {"2×3", 6, 0, true},
      {"2\u22C53", 6, 0, true},
      {"1*2 + -1*3", -1, 0, true},
      {"8-2-3", 3, 0, true},
      {"8/2/2", 2, 0, true},
      {"2+3*4", 14, 0, true},
      {"(2+3)*4", 20, 0, true},
      {"e^1/(e^1+e^1)", 0.5, 0, true},
  };
  for (const auto& wanted : cases) check_readable(wanted);
}

TEST_CASE("signs and parentheses alone leave a literal what it is") {
  check_readable({"(0.50)", 0.5, 2, false});
  check_readable({"-(0.50)", -0.5, 2, false});
  check_readable({"((0.5))", 0.5, 1, false});
}

TEST_CASE("minus infinity is a number that masks are written with, no other infinity is one") {
  for (const char* text :
       {"-inf", "-INF", "-Infinity", "- inf", "−∞", "-∞", " –∞ ", "－ｉｎｆ", "-\u221E\uFE0E"}) {
    check_readable({text, minus_infinity, 0, false});
  }
  check_unreadable({"inf", Reason::not_finite, U'i', 1});
  check_unreadable({"+inf", Reason::not_finite, U'i', 2});
  check_unreadable({"∞", Reason::not_finite, 0x221E, 1});
  check_unreadable({"-inf+1", Reason::not_finite, U'i', 2});
  check_unreadable({"1/∞", Reason::not_finite, 0x221E, 3});
  check_unreadable({"--inf", Reason::unexpected, U'-', 2});
  check_unreadable({"-info", Reason::unexpected, U'i', 2});
}

TEST_CASE("invisible marks are dropped, and places still count them") {
  check_readable({"\uFEFF0.5", 0.5, 1, false});
  check_readable({"\u200E\u22120.5\u200F", -0.5, 1, false});
  check_readable({"1\uFE0F", 1, 0, false});
  check_readable({"0.\u00AD5", 0.5, 1, false});
  check_unreadable(
      {"\uFEFF\u200B"
       "5x",
       Reason::unexpected, U'x', 4});
}

TEST_CASE("a short literal is the number that the whole grammar makes of it") {
  // With a blank in front it takes the long way.
  const auto same = [](const std::string& text, bool with_comma) {
    const auto shortcut = read_number(text, {.decimal_comma = with_comma});
    const auto whole = read_number(" " + text, {.decimal_comma = with_comma});
    const auto* a = std::get_if<WrittenNumber>(&shortcut);
    const auto* b = std::get_if<WrittenNumber>(&whole);
    if (a == nullptr || b == nullptr) return a == b;
    return a->value == b->value && std::signbit(a->value) == std::signbit(b->value) &&
           a->decimals == b->decimals && a->exact_form == b->exact_form;
  };
  for (const char* text : {"0",
                           "-0",
                           "-0.0",
                           "00.5",
                           "5.",
                           ".5",
                           "-.5",
                           ".",
                           "-",
                           "-.",
                           "1.5.5",
                           "--1",
                           "1-",
                           "0.1",
                           "0.3",
                           "2.675",
                           "123456789012345",
                           "1234567890123456",
                           "9007199254740993",
                           "-inf",
                           "99999999999999.9",
                           "0.000000000000001",
                           "0.0000000000000001"}) {
    INFO(text);
    CHECK(same(text, false));
    CHECK(same(text, true));
  }
  int different = 0;
  for (int units = 0; units < 20000; ++units) {
    std::string digits = std::to_string(units * 7919LL * (units + 1) % 1000000007LL);
    digits.insert(static_cast<std::size_t>(units) % (digits.size() + 1), 1, '.');
    different += same(digits, false) && same("-" + digits, true) ? 0 : 1;
  }
  CHECK(different == 0);
}
