// Verdicts cell by cell: half a unit of the true value, or of the value carried by hand.
#include "qkv/grade/grade.hpp"
#include "support/answers.hpp"
#include "support/problems.hpp"

using namespace qkv;
using namespace qkv::test;

namespace {

const TableReport& table(const Report& report, Step step) {
  for (const TableReport& candidate : report.tables) {
    if (candidate.step == step) return candidate;
  }
  FAIL("no such table");
  return report.tables.front();
}

Verdict verdict_of(const Problem& problem, Step step, const Rows& rows, std::size_t cell) {
  return table(grade(problem, answers({{step, rows}})), step).cells.at(cell).verdict;
}

}  // namespace

TEST_CASE("the calculation rounded at every stage gets full marks, and so does the exact one") {
  const Answers by_hand = answers({{Step::scores, {{"1", "2", "1"}}},
                                   {Step::scaled, {{"0.71", "1.41", "0.71"}}},
                                   {Step::weights, {{"0.25", "0.50", "0.25"}}},
                                   {Step::output, {{"0.50", "1.25"}}}});
  const Answers exact = answers({{Step::scores, {{"1", "2", "1"}}},
                                 {Step::scaled, {{"0.7071", "1.4142", "0.7071"}}},
                                 {Step::weights, {{"0.2483", "0.5035", "0.2483"}}},
                                 {Step::output, {{"0.4965", "1.2552"}}}});
  for (const Answers& given : {by_hand, exact}) {
    const Report report = grade(contract(), given);
    CHECK(report.points == 11);
    CHECK(report.max_points == 11);
    CHECK(report.passed);
  }
}

TEST_CASE("0.33, 0.34, 0.33 are not the weights of contract") {
  const Report report = grade(contract(), answers({{Step::weights, {{"0.33", "0.34", "0.33"}}}}));
  for (const CellReport& cell : table(report, Step::weights).cells) CHECK(cell.verdict == Verdict::wrong);
  CHECK_FALSE(report.passed);
}

TEST_CASE("half a unit is inclusive and decided in decimal") {
  // One score, d_k = 1: scaled is the score itself, here 0.27 and 1.234.
  const auto one = [](double score, int decimals) {
    RawProblem raw = raw_problem(matrix({{1}}), matrix({{score}}), matrix({{1}}));
    set_decimals(raw, decimals);
    return valid(raw);
  };
  CHECK(verdict_of(one(0.27, 2), Step::scaled, {{"0.275"}}, 0) == Verdict::correct);
  CHECK(verdict_of(one(0.27, 2), Step::scaled, {{"0.265"}}, 0) == Verdict::correct);
  CHECK(verdict_of(one(0.27, 2), Step::scaled, {{"0.2751"}}, 0) == Verdict::wrong);
  CHECK(verdict_of(one(1.234, 2), Step::scaled, {{"1.239"}}, 0) == Verdict::correct);
  CHECK(verdict_of(one(1.234, 2), Step::scaled, {{"1.2391"}}, 0) == Verdict::wrong);
  CHECK(verdict_of(one(1.234, 2), Step::scaled, {{"1.24"}}, 0) == Verdict::wrong);
  CHECK(verdict_of(one(80, 2), Step::scaled, {{"80"}}, 0) == Verdict::correct);
}

TEST_CASE("a blank cell is blank and an unreadable one is named, and the others are graded") {
  const Report report = grade(contract(), answers({{Step::weights, {{"0.25", "", "0.5²"}}}}));
  const TableReport& weights = table(report, Step::weights);
  CHECK(weights.cells[0].verdict == Verdict::correct);
  CHECK(weights.cells[1].verdict == Verdict::blank);
  CHECK(weights.cells[2].verdict == Verdict::unreadable);
  CHECK(weights.cells[2].unreadable.code_point == U'²');
  CHECK(weights.cells[2].unreadable.position == 4);
  CHECK(weights.points == 1);
  CHECK(weights.max_points == 3);
}

TEST_CASE("tables that were not handed in are blank and count towards the total") {
  const Report report = grade(contract(), answers({{Step::scores, {{"1", "2", "1"}}}}));
  CHECK(report.points == 3);
  CHECK(report.max_points == 11);
  for (const CellReport& cell : table(report, Step::output).cells) CHECK(cell.verdict == Verdict::blank);
}

TEST_CASE("leading axes of size 1 may be left out or written") {
  for (const Shape& shape : {Shape{3}, Shape{1, 3}, Shape{1, 1, 3}, Shape{1, 1, 1, 3}}) {
    Answers given = answers({{Step::scores, {{"1", "2", "1"}}}});
    given.tables.front().shape = shape;
    CHECK(grade(contract(), given).points == 3);
  }
}

TEST_CASE("a table of another shape is reported with both shapes and earns nothing") {
  const Report report = grade(contract(), answers({{Step::scores, {{"1"}, {"2"}, {"1"}}}}));
  const TableReport& scores = table(report, Step::scores);
  REQUIRE(scores.faults.size() == 1);
  CHECK(scores.faults.front().code == "answers.table-shape");
  CHECK(scores.points == 0);
}

TEST_CASE("minus infinity is the right answer for a masked score, and 0 is not") {
  const Problem problem = causal_3();
  const Rows masked = {{"0.71", "-inf", "−∞"}, {"0", "0.71", "-inf"}, {"0.71", "1.41", "0.71"}};
  CHECK(table(grade(problem, answers({{Step::masked, masked}})), Step::masked).points == 9);
  CHECK(verdict_of(problem, Step::masked, {{"0.71", "0", "0"}, {"0", "0.71", "0"}, {"0.71", "1.41", "0.71"}},
                   1) == Verdict::mistake);
}

TEST_CASE("a value that only rounding on the way reaches is marked as such and loses no points") {
  // contract: the exact output is 1.2552, which rounds to 1.26; carried by hand it is 1.25.
  const Report alone = grade(contract(), answers({{Step::output, {{"0.50", "1.25"}}}}));
  CHECK(table(alone, Step::output).cells[0].verdict == Verdict::correct);
  CHECK(table(alone, Step::output).cells[1].verdict == Verdict::rounding);
  CHECK(table(alone, Step::output).points == 2);
  // With the rounded weights beside it, it is just what they give.
  const Report whole = grade(
      contract(), answers({{Step::weights, {{"0.25", "0.50", "0.25"}}}, {Step::output, {{"0.50", "1.25"}}}}));
  CHECK(table(whole, Step::output).cells[1].verdict == Verdict::correct);
  CHECK(table(whole, Step::output).cells[1].by_own);
}

TEST_CASE("every verdict has a name that reads back") {
  for (const Verdict verdict :
       {Verdict::correct, Verdict::rounding, Verdict::follow_through, Verdict::mistake, Verdict::slip,
        Verdict::imprecise, Verdict::wrong, Verdict::blank, Verdict::unreadable}) {
    CHECK(verdict_from_name(verdict_name(verdict)) == verdict);
  }
  CHECK_FALSE(verdict_from_name("right").has_value());
}

TEST_CASE("a row may be handed in as one text; with the decimal comma its numbers are parted by ;") {
  const auto typed = [](Step step, const std::string& row) {
    Answers answers;
    answers.tables.push_back({.step = step, .shape = {1}, .cells = {{.written = row}}});
    return answers;
  };
  CHECK(table(grade(contract(), typed(Step::weights, "0.25 0.50 0.25")), Step::weights).points == 3);
  CHECK(table(grade(contract(), typed(Step::weights, "0.25, 0.50, 0.25")), Step::weights).points == 3);
  GradeOptions comma;
  comma.reading.decimal_comma = true;
  CHECK(table(grade(contract(), typed(Step::weights, "0,25; 0,50; 0,25"), comma), Step::weights).points == 3);
  // Two numbers are no row of three.
  CHECK(table(grade(contract(), typed(Step::weights, "0.25 0.50")), Step::weights).faults.size() == 1);
}

TEST_CASE("past what rounding can reach, a unit more is never accepted") {
  // contract, from the true scaled table or on the learner's own right one: docs/grading.md has the
  // arithmetic.
  const Rows scaled = {{"0.71", "1.41", "0.71"}};
  const auto weights = [&](const std::string& first, const std::string& second) {
    return table(
        grade(contract(), answers({{Step::scaled, scaled}, {Step::weights, {{first, second, "0.25"}}}})),
        Step::weights);
  };
  CHECK(weights("0.24", "0.51").points == 3);
  CHECK_FALSE(is_right(weights("0.26", "0.50").cells[0].verdict));
  CHECK_FALSE(is_right(weights("0.23", "0.50").cells[0].verdict));
  CHECK_FALSE(is_right(weights("0.25", "0.53").cells[1].verdict));
  CHECK_FALSE(is_right(weights("0.25", "0.48").cells[1].verdict));
  const auto output = [&](const std::string& second) {
    const Report report = grade(contract(), answers({{Step::weights, {{"0.2483", "0.5035", "0.2483"}}},
                                                     {Step::output, {{"0.50", second}}}}));
    return table(report, Step::output).cells[1].verdict;
  };
  for (const std::string reached : {"1.24", "1.25", "1.26", "1.27"}) CHECK(is_right(output(reached)));
  for (const std::string beyond : {"1.22", "1.23", "1.28", "1.29"}) CHECK_FALSE(is_right(output(beyond)));
}
