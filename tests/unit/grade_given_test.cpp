// Tables that are given on the sheet: what stands in them, and what they mean for the rest.
#include <algorithm>

#include "qkv/trace/trace.hpp"
#include "support/verdicts.hpp"

using namespace qkv;
using namespace qkv::test;

namespace {

using Steps = std::vector<Step>;

Located<std::vector<Located<std::string>>> list_of(const std::vector<std::string>& names) {
  std::vector<Located<std::string>> list;
  for (const std::string& name : names) list.push_back({name, {}});
  return {std::move(list), {}};
}

// Three queries on three keys with a causal mask, two decimals.
Problem causal_with(const std::vector<std::string>& given) {
  RawProblem raw = raw_problem(matrix({{1, 0}, {0, 1}, {1, 1}}), contract_k(), contract_v());
  set_causal(raw);
  raw.given = list_of(given);
  return valid(raw);
}

Problem contract_with(const std::vector<std::string>& given) {
  RawProblem raw = raw_problem(matrix({{1, 1}}), contract_k(), contract_v());
  raw.given = list_of(given);
  return valid(raw);
}

Steps steps_in(const Answers& answers) {
  Steps steps;
  for (const AnswerTable& table : answers.tables) steps.push_back(table.step);
  return steps;
}

std::vector<std::string> written(const Answers& answers, Step step) {
  std::vector<std::string> cells;
  for (const AnswerCell& cell : answers.find(step)->cells) cells.push_back(cell.written);
  return cells;
}

bool all_are(const TableReport& table, Verdict verdict) {
  return std::ranges::all_of(table.cells, [&](const CellReport& cell) { return cell.verdict == verdict; });
}

}  // namespace

TEST_CASE("given tables hold what a flawless learner would have written there") {
  const Problem problem = causal_with({"masked", "scaled"});
  CHECK(problem.given == Steps{Step::scaled, Step::masked});
  CHECK(problem.asked == Steps{Step::scores, Step::weights, Step::output});
  const Answers given = given_answers(problem);
  CHECK(steps_in(given) == problem.given);
  CHECK(written(given, Step::scaled) ==
        std::vector<std::string>{"0.71", "0.71", "0.00", "0.00", "0.71", "0.71", "0.71", "1.41", "0.71"});
  CHECK(written(given, Step::masked) ==
        std::vector<std::string>{"0.71", "-inf", "-inf", "0.00", "0.71", "-inf", "0.71", "1.41", "0.71"});
  CHECK(given_answers(causal_3()).tables.empty());
}

TEST_CASE("a sheet has its tables in the order of the calculation, the given ones filled in") {
  const Problem problem = causal_with({"scaled", "weights"});
  const Answers sheet = with_given_tables(problem, blank_answers(problem));
  CHECK(steps_in(sheet) == Steps{Step::scores, Step::scaled, Step::masked, Step::weights, Step::output});
  CHECK(written(sheet, Step::weights).back() == "0.25");
  CHECK(written(sheet, Step::scores).back().empty());
}

TEST_CASE("the key fills in what is asked, with the numbers that lead on from what is given") {
  const Problem problem = causal_with({"scaled", "exp"});
  const Answers key = answer_key(problem);
  CHECK(steps_in(key) == problem.asked);
  const Report report = grade(problem, key);
  CHECK(report.passed);
  CHECK(report.points == report.max_points);
}

TEST_CASE("points are for asked tables, and a given table that comes back is not looked at") {
  const Problem problem = contract_with({"scaled"});
  Answers sheet = with_given_tables(problem, answer_key(problem));
  for (AnswerTable& table : sheet.tables) {
    if (table.step == Step::scaled) table.cells.front().written = "not a number";
  }
  const Report report = grade(problem, sheet);
  CHECK(report.faults.empty());
  CHECK(report.tables.size() == 3);
  CHECK(report.max_points == 8);
  CHECK(report.passed);
}

TEST_CASE("a table that is neither asked nor given is still pointed out") {
  const Problem problem = contract_with({"scaled"});
  const Report report =
      grade(problem, answers({{Step::scores, {{"1", "2", "1"}}}, {Step::exp, {{"2.03", "4.10", "2.03"}}}}));
  REQUIRE(report.faults.size() == 1);
  CHECK(report.faults.front().code == "answers.not-asked");
}

TEST_CASE("given tables alone are nothing that could be graded") {
  const Problem problem = contract_with({"scaled"});
  const Report report = grade(problem, given_answers(problem));
  CHECK_FALSE(report.anything_readable);
  REQUIRE(report.faults.size() == 1);
  CHECK(report.faults.front().code == "answers.only-given");
}

TEST_CASE("a mistake before a given table ends there") {
  const Problem problem = contract_with({"scaled"});
  const Answers after = answers({{Step::scores, {{"3", "5", "3"}}},
                                 {Step::weights, {{"0.25", "0.50", "0.25"}}},
                                 {Step::output, {{"0.50", "1.25"}}}});
  const Report report = grade(problem, after);
  CHECK(table_in(report, Step::scores).points == 0);
  CHECK(table_in(report, Step::weights).points == 3);
  CHECK(all_are(table_in(report, Step::weights), Verdict::correct));
  CHECK(all_are(table_in(report, Step::output), Verdict::correct));
  // Weights that go on from the wrong scores have passed over what stands on the sheet.
  const Report passed_over = grade(
      problem, answers({{Step::scores, {{"3", "5", "3"}}}, {Step::weights, {{"0.16", "0.67", "0.16"}}}}));
  CHECK(table_in(passed_over, Step::weights).points == 0);
}

TEST_CASE("a given table is nothing the learner could have done in another way") {
  // Nothing is blocked in `masked`; that its cells are 0 in the weights was not the learner's doing.
  const Problem problem = causal_with({"weights"});
  Answers sheet = answer_key(problem);
  for (AnswerTable& table : sheet.tables) {
    if (table.step != Step::masked) continue;
    table.cells = sheet.find(Step::scaled)->cells;
  }
  const Report report = grade(problem, sheet);
  const TableReport& masked = table_in(report, Step::masked);
  CHECK(masked.points == 6);
  CHECK(masked.forms.empty());
}

TEST_CASE("other decimals are for asked tables, those on the sheet keep theirs") {
  const Problem problem = with_decimals(contract_with({"scaled"}), 4);
  CHECK(of_step(problem.decimals, Step::weights) == 4);
  CHECK(of_step(problem.decimals, Step::scaled) == 2);
  const Report report = grade(problem, answers({{Step::scores, {{"1", "2", "1"}}},
                                                {Step::weights, {{"0.2491", "0.5017", "0.2491"}}},
                                                {Step::output, {{"0.4982", "1.2525"}}}}));
  CHECK(report.passed);
}

TEST_CASE("whoever passes over a given table and calculates rightly is right") {
  // Exactly 0.5786; from what stands on the sheet, 1.34 ÷ 2.32 = 0.58. Whoever makes the sum by hand from
  // other roundings may get 0.57.
  RawProblem raw;
  raw.scores = Located<Tensor>{matrix({{-2.5, -2, 0.5, -1.5}}), {}};
  raw.d_k = Located<long long>{3, {}};
  raw.given = list_of({"scaled", "exp", "sum"});
  raw.ask = list_of({"weights"});
  const Problem problem = valid(raw);
  const Report report = grade(problem, answers({{Step::weights, {{"0.10", "0.14", "0.57", "0.18"}}}}));
  CHECK(report.passed);
  CHECK(table_in(report, Step::weights).cells[2].verdict == Verdict::rounding);
  // A wrong scale is not: nothing on any right way leads there.
  const Report wrong = grade(problem, answers({{Step::weights, {{"0.03", "0.05", "0.85", "0.07"}}}}));
  CHECK(wrong.points == 0);
}
