// What users of other graders complained about: numbers carried from table to table. Each test is named after
// the public thread that it comes from.
#include "support/verdicts.hpp"

using namespace qkv;
using namespace qkv::test;

namespace {

// Scores 0, 1, 2 and d_k = 2: weights 0.1400, 0.2840, 0.5760, output 41.6387.
Problem three_values() {
  return valid(raw_problem(matrix({{1, 0}}), matrix({{0, 0}, {1, 0}, {2, 0}}), matrix({{10}, {20}, {60}})));
}
const Rows two_decimal_weights = {{"0.14", "0.28", "0.58"}};

CellReport output_of(const Problem& problem, const Answers& given) {
  return table_in(grade(problem, given), Step::output).cells.at(0);
}

int sum_of_tables(const Report& report) {
  int points = 0;
  for (const TableReport& table : report.tables) points += table.points;
  return points;
}
int sum_of_cells(const TableReport& table) {
  int points = 0;
  for (const CellReport& cell : table.cells) points += cell.points;
  return points;
}

}  // namespace

TEST_CASE("webwork-open-problem-library #665: an output from weights of two decimals is right") {
  // 1.40 + 5.60 + 34.80, and 0.16 away from the true value.
  const CellReport cell =
      output_of(three_values(), answers({{Step::weights, two_decimal_weights}, {Step::output, {{"41.80"}}}}));
  CHECK(cell.verdict == Verdict::correct);
  CHECK(cell.by_own);
  CHECK(cell.points == 1);
}

TEST_CASE("webwork-open-problem-library #665: the same output alone is as far off as rounding can bring it") {
  const CellReport cell = output_of(three_values(), answers({{Step::output, {{"41.80"}}}}));
  CHECK(cell.verdict == Verdict::rounding);
  CHECK(cell.points == 1);
}

TEST_CASE(
    "Numbas #296: the output from unrounded weights is right as well, and one without the scale is not") {
  const Problem problem = three_values();
  const CellReport unrounded =
      output_of(problem, answers({{Step::weights, two_decimal_weights}, {Step::output, {{"41.64"}}}}));
  CHECK(unrounded.verdict == Verdict::correct);
  CHECK(unrounded.points == 1);
  for (const Answers& given : {answers({{Step::weights, two_decimal_weights}, {Step::output, {{"45.71"}}}}),
                               answers({{Step::output, {{"45.71"}}}})}) {
    CHECK(is_wrong(output_of(problem, given)));
  }
}

TEST_CASE("nbgrader #1339: nothing right is 0 points, and 0 points are not full marks") {
  const Report report = grade(contract(), answers({{Step::scores, {{"7", "7", "8"}}},
                                                   {Step::scaled, {{"90", "91", "92"}}},
                                                   {Step::weights, {{"8", "7", "9"}}},
                                                   {Step::output, {{"-30", "-40"}}}}));
  CHECK(report.points == 0);
  CHECK(report.max_points == 11);
  CHECK_FALSE(report.passed);
  CHECK(report.anything_readable);
}

TEST_CASE("Numbas #368, #444: a wrong table that leaves nothing to calculate earns no follow-through") {
  const Report report =
      grade(contract(), answers({{Step::weights, {{"1", "0", "0"}}}, {Step::output, {{"1", "0"}}}}));
  for (const CellReport& cell : table_in(report, Step::weights).cells) CHECK(cell.points == 0);
  // Row 0 of V, as the one-hot weights say.
  for (const CellReport& cell : table_in(report, Step::output).cells) {
    CHECK(cell.verdict == Verdict::follow_through);
    CHECK(cell.trivial);
    CHECK(cell.points == 0);
  }
}

TEST_CASE("Numbas #368, #444: wrong weights that leave something to calculate do earn it") {
  const Report report = grade(
      contract(), answers({{Step::weights, {{"0.6", "0.2", "0.2"}}}, {Step::output, {{"0.8", "0.6"}}}}));
  CHECK(table_in(report, Step::weights).points == 0);
  for (const CellReport& cell : table_in(report, Step::output).cells) {
    CHECK(cell.verdict == Verdict::follow_through);
    CHECK_FALSE(cell.trivial);
    CHECK(cell.points == 1);
  }
}

TEST_CASE("STACK #686: later tables are judged although an earlier one is blank or unreadable") {
  const std::pair<Step, Rows> weights = {Step::weights, {{"0.25", "0.50", "0.25"}}};
  const std::pair<Step, Rows> output = {Step::output, {{"0.50", "1.25"}}};
  for (const Answers& given :
       {answers({weights, output}), answers({{Step::scores, {{"", "", ""}}}, weights, output}),
        answers({{Step::scores, {{"abc", "2,", "?"}}}, weights, output})}) {
    const Report report = grade(contract(), given);
    CHECK(table_in(report, Step::scores).points == 0);
    CHECK(table_in(report, Step::weights).points == 3);
    CHECK(table_in(report, Step::output).points == 2);
    for (const CellReport& cell : table_in(report, Step::output).cells) {
      CHECK(is_right(cell.verdict));
    }
  }
}

TEST_CASE(
    "Numbas #826, #1075: a row that reads an unreadable cell is judged from a recomputed one, and says so") {
  // The scaled scores 0, 1.41, 0.71 of the second row are wrong (true: 0, 0.71, 0.71); their weights are
  // 0.14, 0.57, 0.29, and those give 0.43 and 1.43.
  const Report report = grade(
      contract_full(),
      answers({{Step::scaled, {{"0.71", "0.71", "0"}, {"0", "1.41", "0.71"}, {"0.71", "1.41", "0.71"}}},
               {Step::weights, {{"0.40", "0.40", "0.20"}, {"0.14", "abc", "0.29"}, {"0.25", "0.50", "0.25"}}},
               {Step::output, {{"0.60", "1.00"}, {"0.43", "1.43"}, {"0.50", "1.25"}}}}));
  const TableReport& weights = table_in(report, Step::weights);
  CHECK(weights.cells[3].verdict == Verdict::follow_through);
  CHECK(weights.cells[4].verdict == Verdict::unreadable);
  CHECK(weights.cells[4].unreadable.position == 1);
  CHECK(weights.cells[5].verdict == Verdict::follow_through);

  const TableReport& output = table_in(report, Step::output);
  CHECK(output.points == 6);
  CHECK(output.cells[2].verdict == Verdict::follow_through);
  CHECK(output.cells[3].verdict == Verdict::follow_through);
  REQUIRE(output.recomputed.size() == 1);
  CHECK(output.recomputed[0].table == Step::weights);
  CHECK(output.recomputed[0].row == std::vector<int>{0, 0, 1});
  // The other rows were judged from what was written.
  CHECK(is_right(output.cells[0].verdict));
  CHECK(is_right(output.cells[5].verdict));
}

TEST_CASE("Numbas #1162: the points of the cells add up to the points of the tables and of the report") {
  for (const std::string cell : {"0.50", "abc", "", "0.9", "0.5"}) {
    const Report report = grade(contract(), answers({{Step::scores, {{"1", "2", "1"}}},
                                                     {Step::weights, {{"0.25", cell, "0.25"}}},
                                                     {Step::output, {{"0.50", cell}}}}));
    CHECK(sum_of_tables(report) == report.points);
    for (const TableReport& table : report.tables) CHECK(sum_of_cells(table) == table.points);
  }
}

TEST_CASE("autograding-grading-reporter #10: points are whole numbers, also where a table counts more") {
  RawProblem raw = raw_problem(matrix({{1, 1}}), contract_k(), contract_v());
  raw.points = {{Located<std::string>{"weights", {}}, Located<long long>{3, {}}}};
  const Report report = grade(valid(raw), answers({{Step::weights, {{"0.25", "0.9", "0.25"}}}}));
  CHECK(table_in(report, Step::weights).points == 6);
  CHECK(table_in(report, Step::weights).max_points == 9);
  CHECK(report.points == 6);
  CHECK(report.max_points == 3 + 3 + 9 + 2);
}
