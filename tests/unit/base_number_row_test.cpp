// A row typed as one text, taken apart into cells.
#include <random>
#include <string>
#include <variant>
#include <vector>

#include "qkv/base/number.hpp"
#include "support/catch.hpp"

using namespace qkv;

namespace {

using Cells = std::vector<std::string>;
constexpr ReadOptions comma = {.decimal_comma = true};

struct Typed {
  std::string text;
  Cells cells;
};

void check(const std::vector<Typed>& list, const ReadOptions& options = {}) {
  for (const Typed& typed : list) {
    INFO(typed.text);
    CHECK(split_row(typed.text, options) == typed.cells);
  }
}

}  // namespace

TEST_CASE("blanks, tabs, commas and semicolons part the cells of a row") {
  check({{"1 2", {"1", "2"}},
         {"0.25 0.50  0.25", {"0.25", "0.50", "0.25"}},
         {"0.25\t0.50\t0.25", {"0.25", "0.50", "0.25"}},
         {"0.25,0.50,0.25", {"0.25", "0.50", "0.25"}},
         {"0.25 , 0.50,\t0.25", {"0.25", "0.50", "0.25"}},
         {"0.25; 0.50; 0.25", {"0.25", "0.50", "0.25"}},
         {"  7 ", {"7"}},
         {"1\n2\r\n", {"1", "2"}}});
}

TEST_CASE("Numbas #453: digits grouped by a blank are two cells in a row, never one number") {
  check({{"78.539 816", {"78.539", "816"}}, {"1 000", {"1", "000"}}});
}

TEST_CASE("STACK #1072: with the decimal comma a comma is part of its number, and a semicolon parts cells") {
  check({{"4,4;0", {"4,4", "0"}},
         {"4,4; 0,5", {"4,4", "0,5"}},
         {"4,4 0", {"4,4", "0"}},
         {"4,4\t0", {"4,4", "0"}},
         {"0,25 0,50 0,25", {"0,25", "0,50", "0,25"}},
         {"４，４；０", {"４，４", "０"}}},
        comma);
  check({{"4,4;0", {"4", "4", "0"}}});
}

TEST_CASE("full-width separators and the wide blank part cells as their narrow forms do") {
  check({{"０.２５，０.５０；０.２５", {"０.２５", "０.５０", "０.２５"}},
         {"1\u30002", {"1", "2"}},
         {"0.25、0.5、0.25", {"0.25", "0.5", "0.25"}},
         {"1\u00A02", {"1", "2"}}});
}

TEST_CASE("every separator stands between two cells, which may be blank") {
  check({{"1,,2", {"1", "", "2"}},
         {"1, ,2", {"1", "", "2"}},
         {",1,2", {"", "1", "2"}},
         {"1,2,", {"1", "2", ""}},
         {",", {"", ""}},
         {"[1,,2]", {"1", "", "2"}}});
  check({{"1;;2", {"1", "", "2"}}, {"1,5; ;2", {"1,5", "", "2"}}}, comma);
}

TEST_CASE("a row copied from a spreadsheet keeps its blank cells") {
  check({{"0.25\t\t0.25", {"0.25", "", "0.25"}}, {"1\t \t\t2", {"1", "", "", "2"}}});
}

TEST_CASE("nothing written is no cell") {
  check({{"", {}}, {"  \t ", {}}, {"[]", {}}, {"[ ]", {}}, {"()", {}}, {"\uFEFF", {}}});
}

TEST_CASE("brackets around the row are dropped") {
  check({{"[1, 2]", {"1", "2"}},
         {"[[1 2]]", {"1", "2"}},
         {"(1 2)", {"1", "2"}},
         {"( 1, 2 )", {"1", "2"}},
         {"［1，2］", {"1", "2"}},
         {"（1，2）", {"1", "2"}},
         {"[1, 2", {"1", "2"}},
         {"1, 2]", {"1", "2"}},
         {"\uFEFF[1 2]", {"1", "2"}},
         {"[(1+2)*3 1]", {"(1+2)*3", "1"}},
         {"(0.5)", {"0.5"}}});
}

TEST_CASE("parentheses that belong to a cell stay and hold it together") {
  check({{"sqrt(2)", {"sqrt(2)"}},
         {"sqrt( 2 ) 1", {"sqrt( 2 )", "1"}},
         {"sqrt (2) exp (0.5)", {"sqrt (2)", "exp (0.5)"}},
         {"1/sqrt(2), 0", {"1/sqrt(2)", "0"}},
         {"(1) (2)", {"(1)", "(2)"}},
         {"(sqrt(2) 1)", {"sqrt(2)", "1"}},
         {"(1 + 2)*(3 - 4) 5", {"(1 + 2)*(3 - 4)", "5"}},
         {"[ sqrt(2), (1 - 2) ]", {"sqrt(2)", "(1 - 2)"}}});
}

TEST_CASE("a parenthesis without its partner spoils one cell and no more") {
  check({{"sqrt(2 0.5 1", {"sqrt(2", "0.5", "1"}},
         {"0.5 2) 1", {"0.5", "2)", "1"}},
         {"(1 2", {"(1", "2"}},
         {"1 2)", {"1", "2)"}},
         {")(", {")("}}});
}

TEST_CASE("an operator that cannot end a cell joins what stands beside it") {
  check({{"1/3", {"1/3"}},
         {"1 / 3", {"1 / 3"}},
         {"1 /3 1/ 3", {"1 /3", "1/ 3"}},
         {"2 × 3 1", {"2 × 3", "1"}},
         {"e ^ -0.5 1", {"e ^ -0.5", "1"}},
         {"√ 2 1", {"√ 2", "1"}},
         {"27 % 73 %", {"27 %", "73 %"}}});
}

TEST_CASE("a sign belongs to the number that follows it, unless nobody can tell") {
  check({{"1 -2", {"1", "-2"}},
         {"0.5 \u22120.5", {"0.5", "\u22120.5"}},
         {"1-2 3", {"1-2", "3"}},
         {"- 0.5", {"- 0.5"}},
         {"- 0.5 1", {"- 0.5", "1"}},
         {"1, - 0.5", {"1", "- 0.5"}},
         {"[ − 0.5 ]", {"− 0.5"}},
         {"1 - 0.5", {"1", "-", "0.5"}},
         {"-inf −∞", {"-inf", "−∞"}}});
  CHECK(std::holds_alternative<Unreadable>(read_number("-")));
  CHECK(std::get<WrittenNumber>(read_number("- 0.5")).value == -0.5);
}

TEST_CASE("letters and signs that are no numbers come out as they were typed") {
  check({{"abc 0.5² x", {"abc", "0.5²", "x"}}, {"0.25 \x1b[31m0.2", {"0.25", "\x1b[31m0.2"}}});
}

TEST_CASE("any bytes give cells, and cells are parts of the text") {
  check({{"0.5 \xff 1", {"0.5", "\xff", "1"}}, {"\xe5\x90", {"\xe5\x90"}}});
  const std::string alphabet = "01.,; \t()[]+-*/^%e\xe2\x88\x92\xef\xbc\x8c\xff\n";
  std::mt19937 engine(1);
  for (int round = 0; round < 20000; ++round) {
    std::string text;
    for (auto left = engine() % 12; left > 0; --left) text += alphabet[engine() % alphabet.size()];
    for (const ReadOptions& options : {ReadOptions{}, comma}) {
      std::size_t from = 0;
      for (const std::string& cell : split_row(text, options)) {
        const std::size_t found = text.find(cell, from);
        REQUIRE(found != std::string::npos);
        from = found + cell.size();
        read_number(cell, options);
      }
    }
  }
}

TEST_CASE("a long row of brackets takes no longer than another") {
  const std::string open(200'000, '(');
  const std::string close(200'000, ')');
  CHECK(split_row(open + "1" + close) == Cells{"1"});
  CHECK(split_row("2 " + open + "1" + close).size() == 2);
  CHECK(split_row(open).size() == 1);
}
