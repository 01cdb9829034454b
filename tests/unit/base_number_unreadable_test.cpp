#include <limits>
#include <string>
#include <vector>

#include "support/numbers.hpp"

using namespace qkv;
using namespace qkv::test;
using Reason = Unreadable::Reason;

TEST_CASE("STACK #1107: a superscript is unreadable and named, never 0.52 and never a crash") {
  check_unreadable({"0.5²", Reason::unexpected, 0x00B2, 4});
  check_unreadable({"x²", Reason::unexpected, U'x', 1});
}

TEST_CASE("Numbas #690: a look-alike circumflex is named, the real one and its full-width form are powers") {
  check_unreadable({"2\u02C62", Reason::unexpected, 0x02C6, 2});
  check_readable({"2^2", 4, 0, true});
  check_readable({"2＾2", 4, 0, true});
}

TEST_CASE("Numbas #453: blanks never join what may be two numbers") {
  check_unreadable({"1 2", Reason::several_numbers, U'2', 3});
  check_unreadable({"1 234.5", Reason::several_numbers, U'2', 3});
  check_unreadable({"1 000", Reason::several_numbers, U'0', 3});
  check_unreadable({"0.12 345", Reason::several_numbers, U'3', 6});
  check_unreadable({"0.123 45", Reason::several_numbers, U'4', 7});
  check_unreadable({"0.123 4567", Reason::several_numbers, U'4', 7});
  check_unreadable({"0.123 456.5", Reason::several_numbers, U'4', 7});
  check_unreadable({"0.123 456e2", Reason::several_numbers, U'4', 7});
  check_unreadable({"0.123  456", Reason::several_numbers, U'4', 8});
  check_unreadable({"0.123\t456", Reason::several_numbers, U'4', 7});
  check_unreadable({"0.5 .5", Reason::several_numbers, U'.', 5});
  check_unreadable({"(1 2)", Reason::several_numbers, U'2', 4});
}

TEST_CASE("a sign that clings to the second number keeps two cells from becoming a difference") {
  check_unreadable({"1 -2", Reason::several_numbers, U'-', 3});
  check_unreadable({"0.5 \u22120.5", Reason::several_numbers, 0x2212, 5});
  check_readable({"1-2", -1, 0, true});
  check_readable({"1 - 2", -1, 0, true});
  check_readable({"(1 -2)", -1, 0, true});
}

TEST_CASE("Sakai PR #3816: 1,234 is never silently 1.234 or 1234") {
  check_unreadable({"1,234", Reason::comma, U',', 2});
  check_unreadable({"1,234.5", Reason::comma, U',', 2});
  check_readable({"1,234", 1.234, 3, false}, comma);
}

TEST_CASE("a raised decimal point is named, never read as a product") {
  check_unreadable({"0·27", Reason::unexpected, 0x00B7, 2});
}

TEST_CASE("point and comma in one text are unreadable even with the decimal comma") {
  check_unreadable({"1.234,5", Reason::unexpected, U',', 6}, comma);
  check_unreadable({"1,234.5", Reason::unexpected, U'.', 6}, comma);
  check_unreadable({"1,2,3", Reason::unexpected, U',', 4}, comma);
  check_unreadable({"0,5*0.5", Reason::unexpected, U'.', 6}, comma);
  check_unreadable({"4,4; 0", Reason::unexpected, U';', 4}, comma);
  check_unreadable({"1, 2", Reason::several_numbers, U'2', 4}, comma);
}

TEST_CASE(
    "PrairieLearn PR #1431: divisions by zero and overflows are problems with a place, a fraction is exact") {
  check_readable({"1/3", 1.0 / 3, 0, true});
  check_unreadable({"1/0", Reason::division_by_zero, U'0', 3});
  check_unreadable({"1 ÷ (2-2)", Reason::division_by_zero, U'(', 5});
  check_unreadable({"1e200/1e-200", Reason::not_finite, U'/', 6});
  check_unreadable({"1e999", Reason::not_finite, U'1', 1});
  check_unreadable({"-1e99999999999999999999", Reason::not_finite, U'1', 2});
  check_unreadable({"exp(1000)", Reason::not_finite, U'e', 1});
}

TEST_CASE("NaN is never a number") {
  for (const char* text : {"nan", "NaN", "NAN"})
    check_unreadable({text, Reason::not_finite, U"nN"[text[0] == 'N'], 1});
  check_unreadable({"-nan", Reason::not_finite, U'n', 2});
  check_unreadable({"nan(1)", Reason::not_finite, U'n', 1});
}

TEST_CASE("what has no real value says so") {
  check_unreadable({"sqrt(-1)", Reason::not_real, U's', 1});
  check_unreadable({"2*√(1-2)", Reason::not_real, 0x221A, 3});
  check_unreadable({"0^-1", Reason::not_real, U'^', 2});
  check_unreadable({"(-2)^0.5", Reason::not_real, U'^', 5});
}

TEST_CASE("the first character that has no place in a number is named") {
  const std::vector<NotANumber> cases = {
      {"abc", Reason::unexpected, U'a', 1},
      {"0x10", Reason::unexpected, U'x', 2},
      {"1.2.3", Reason::unexpected, U'.', 4},
      {"--1", Reason::unexpected, U'-', 2},
      {"1++1x", Reason::unexpected, U'x', 5},
      {"+-1", Reason::unexpected, U'-', 2},
      {"2**3", Reason::unexpected, U'*', 3},
      {"*2", Reason::unexpected, U'*', 1},
      {"1ex", Reason::unexpected, U'x', 3},
      {"1e5.5", Reason::unexpected, U'.', 4},
      {"1e 5", Reason::unexpected, U' ', 3},
      {"2(3)", Reason::unexpected, U'(', 2},
      {"2√2", Reason::unexpected, 0x221A, 2},
      {"(1))", Reason::unexpected, U')', 4},
      {"()", Reason::unexpected, U')', 2},
      {"exp 2", Reason::unexpected, U'2', 5},
      {"1;2", Reason::unexpected, U';', 2},
      {"0.5\x1b[31m", Reason::unexpected, 0x1B, 4},
      {"½", Reason::unexpected, 0x00BD, 1},
      {"一", Reason::unexpected, 0x4E00, 1},
      {"\u0660", Reason::unexpected, 0x0660, 1},
      {"'0.5", Reason::unexpected, U'\'', 1},
      {"=1/3", Reason::unexpected, U'=', 1},
      {"\u20140.5", Reason::unexpected, 0x2014, 1},
      {std::string("1\0", 2), Reason::unexpected, 0, 2},
  };
  for (const auto& wanted : cases) check_unreadable(wanted);
}

TEST_CASE("a text that stops too early points at its end") {
  const std::vector<NotANumber> cases = {
      {".", Reason::unfinished, 0, 2},    {"-", Reason::unfinished, 0, 2},
      {"1/", Reason::unfinished, 0, 3},   {"1/ ", Reason::unfinished, 0, 4},
      {"1e", Reason::unfinished, 0, 3},   {"1e-", Reason::unfinished, 0, 4},
      {"sqrt", Reason::unfinished, 0, 5}, {"sqrt(2", Reason::unfinished, 0, 7},
      {"√", Reason::unfinished, 0, 2},    {"e^", Reason::unfinished, 0, 3},
      {"(1+2", Reason::unfinished, 0, 5},
  };
  for (const auto& wanted : cases) check_unreadable(wanted);
}

TEST_CASE("blanks and invisible marks alone are an empty text") {
  for (const char* text : {"", "  ", "\t\r\n", "\u3000", "\uFEFF", "\u200B \u00AD"}) {
    check_unreadable({text, Reason::empty, 0, 0});
  }
}

TEST_CASE("bytes that are not UTF-8 are named with their place") {
  check_unreadable({"0.5\xFF", Reason::bad_encoding, 0xFF, 4});
  check_unreadable({"一\xE4\xBD", Reason::bad_encoding, 0xE4, 2});
  check_unreadable({"\xC0\xB1", Reason::bad_encoding, 0xC0, 1});
}

TEST_CASE("texts are read up to 200 characters, however deep they nest") {
  check_readable({std::string(99, '(') + "1" + std::string(99, ')'), 1, 0, false});
  check_unreadable({std::string(200, '('), Reason::unfinished, 0, 201});
  check_unreadable({std::string(201, '1'), Reason::too_long, 0, 0});
  check_unreadable({std::string(1'000'000, '-'), Reason::too_long, 0, 0});
  std::string roots;
  for (int i = 0; i < 199; ++i) roots += "√";
  check_readable({roots + "1", 1, 0, true});
  std::string powers = "1";
  for (int i = 0; i < 99; ++i) powers += "^1";
  check_readable({powers, 1, 0, true});
}

TEST_CASE("every text of up to three characters is read without trouble and never as NaN or plus infinity") {
  const std::vector<std::string> letters = {"0", "1", ".", ",", "-", "+", "/", "^",
                                            "(", ")", "e", "%", " ", "√", "∞", "\xFF"};
  int readable = 0;
  for (const auto& a : letters) {
    for (const auto& b : letters) {
      for (const auto& c : letters) {
        const auto read = read_number(a + b + c);
        const auto* number = std::get_if<WrittenNumber>(&read);
        if (number == nullptr) continue;
        ++readable;
        INFO(a + b + c);
        CHECK(number->value < std::numeric_limits<double>::infinity());
      }
    }
  }
  CHECK(readable > 100);
}
