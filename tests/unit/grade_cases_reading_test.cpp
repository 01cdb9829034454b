// What users of other graders complained about: numbers typed in a way that the grader did not expect. Each
// test is named after the public thread that it comes from.
#include "support/verdicts.hpp"

using namespace qkv;
using namespace qkv::test;
using Reason = Unreadable::Reason;

namespace {
constexpr ReadOptions comma = {.decimal_comma = true};
}

TEST_CASE("PrairieLearn #135, PR #808: the minus sign that a calculator pastes is a minus") {
  check_accepted(-0.5, 2, {"\u22120.5"});
}

TEST_CASE("STACK #438: an en dash made by smart punctuation costs nobody a point") {
  check_accepted(-0.5, 2, {"\u20130.5"});
}

TEST_CASE("PrairieLearn #8627: the full-width and the small hyphen are minus signs as well") {
  check_accepted(-0.5, 2, {"\uFF0D0.5", "\uFE630.5"});
}

TEST_CASE("STACK #860, whatwg/html PR #11616: what East Asian keyboards emit is read") {
  check_accepted(0.27, 2, {"０．２７", "０.２７"});
  check_accepted(-0.5, 2, {"ー0.5", "－０．５"});
}

TEST_CASE("STACK #1107, Numbas #690: x² is named with its place, and the other cells are graded") {
  check_no_number("0.5²", Reason::unexpected);
  check_no_number("x²", Reason::unexpected);
  const Report report = grade(contract(), answers({{Step::weights, {{"0.25", "0.5²", "0.25"}}}}));
  const TableReport& weights = table_in(report, Step::weights);
  CHECK(weights.cells[0].verdict == Verdict::correct);
  CHECK(weights.cells[1].verdict == Verdict::unreadable);
  CHECK(weights.cells[1].unreadable.code_point == U'²');
  CHECK(weights.cells[1].unreadable.position == 4);
  CHECK(weights.cells[2].verdict == Verdict::correct);
  CHECK(weights.points == 2);
}

TEST_CASE("PrairieLearn #15436: digits grouped in threes after the point are one number in one cell") {
  check_accepted(78.539816, 6, {"78.539 816"});
}

TEST_CASE("Numbas #453: a blank never joins two numbers to one") {
  check_no_number("1 2", Reason::several_numbers);
  CHECK(judged(12, 2, "1 2").verdict == Verdict::unreadable);
  CHECK(judged(1000, 2, "1 000").verdict == Verdict::unreadable);
}

TEST_CASE("moodle-qtype_formulas #11, PR #228: the decimal comma counts where it was asked for") {
  check_accepted(0.27, 2, {"0,27", "0.27"}, comma);
  check_accepted(-0.5, 2, {"\u22120,5"}, comma);
}

TEST_CASE("webexercises PR #18: without the option a decimal comma is unreadable, never wrong") {
  const CellReport cell = judged(0.27, 2, "0,27");
  CHECK(cell.verdict == Verdict::unreadable);
  CHECK(cell.unreadable.reason == Reason::comma);
  CHECK(cell.written == "0,27");
}

TEST_CASE("STACK #1072, #1569, #1291: a row typed with the decimal comma keeps its commas") {
  const std::vector<std::string> cells = split_row("4,4;0", comma);
  REQUIRE(cells.size() == 2);
  check_accepted(4.4, 2, {cells[0]}, comma);
  check_accepted(0, 2, {cells[1]}, comma);
}

TEST_CASE("Sakai PR #3816: 1,234 is never silently 1.234 or 1234") {
  for (const double value : {1.234, 1234.0}) {
    const CellReport cell = judged(value, 3, "1,234");
    CHECK(cell.verdict == Verdict::unreadable);
    CHECK(cell.unreadable.reason == Reason::comma);
  }
  check_accepted(1.234, 3, {"1,234"}, comma);
}

TEST_CASE("PrairieLearn PR #1431: a division by zero or beyond all bounds is unreadable and nothing else") {
  check_no_number("1/0", Reason::division_by_zero);
  check_no_number("1e200/1e-200", Reason::not_finite);
  check_no_number("0/0", Reason::division_by_zero);
}

TEST_CASE("PrairieLearn PR #1431: 1/3 is exact, however many decimals are asked") {
  RawProblem raw;
  raw.scores = located(matrix({{0, 0, 0}}));
  raw.d_k = Located<long long>{1, {}};
  raw.v = located(matrix({{3}, {6}, {0}}));
  set_decimals(raw, 4);
  const Report report =
      grade(valid(raw), answers({{Step::weights, {{"1/3", "1/3", "0.3333"}}}, {Step::output, {{"3"}}}}));
  for (const CellReport& cell : table_in(report, Step::weights).cells) {
    CHECK(cell.verdict == Verdict::correct);
  }
  CHECK(table_in(report, Step::output).cells[0].verdict == Verdict::correct);
}

TEST_CASE("Open edX PR #35590: 27% and 27.0% get the same verdict") {
  check_accepted(0.27, 2, {"27%", "27.0%", "27 %"});
}

TEST_CASE("httlads #10: every spelling of one half is one half") {
  check_accepted(0.5, 2, {".5", "0.5", "+0.5", "00.5", "5.0e-1", "1/2"});
}

TEST_CASE("STACK #346, #351, #256, khan-exercises #132753: trailing zeros are not demanded") {
  check_accepted(80, 2, {"80", "80.0", "80.00", "80.000"});
}

TEST_CASE("STACK #1531: a negative value is judged like a positive one, and no tolerance is relative") {
  check_accepted(-2, 2, {"-2.0", "\u22122.0", "-2.005", "-1.995"});
  check_refused(-2, 2, {"-2.0051", "-1.98", "2.0"});
  check_refused(-2000, 2, {"-2000.01"});
}
