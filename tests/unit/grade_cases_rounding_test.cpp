// What users of other graders complained about: where a rounded number ends to be right. Each test is named
// after the public thread that it comes from.
#include "support/verdicts.hpp"

using namespace qkv;
using namespace qkv::test;

namespace {

// The softmax of given scores, to so many decimals.
Problem softmax_of(const std::vector<double>& scores, int decimals) {
  RawProblem raw;
  raw.scores = located(matrix({scores}));
  raw.d_k = Located<long long>{1, {}};
  set_decimals(raw, decimals);
  raw.ask = Located<std::vector<Located<std::string>>>{{{"weights", {}}}, {}};
  return valid(raw);
}

CellReport weight(const Problem& problem, const std::vector<std::string>& row, std::size_t cell) {
  return table_in(grade(problem, answers({{Step::weights, {row}}})), Step::weights).cells.at(cell);
}

}  // namespace

TEST_CASE("PrairieLearn #12450: two decimals of 1.234 are 1.23, its half unit included and no more") {
  check_accepted(1.234, 2, {"1.23", "1.229", "1.239", "1.234"});
  check_refused(1.234, 2, {"1.2391", "1.2289", "1.24", "1.22"});
}

TEST_CASE("STACK #175, #206, #616, #913: at a tie both neighbours are right") {
  check_accepted(0.4985, 3, {"0.498", "0.499"});
  // Just below the tie in binary, on the tie in decimal.
  check_accepted(0.15 + 0.41 - 0.15 * 0.41, 3, {"0.498", "0.499"});
  check_refused(0.4985, 3, {"0.497", "0.501"});
}

TEST_CASE("Numbas #247: 419.5675 and 774.9625 to three decimals") {
  check_accepted(419.5675, 3, {"419.568", "419.567"});
  check_refused(419.5675, 3, {"419.569", "419.566"});
  check_accepted(774.9625, 3, {"774.963", "774.962"});
  check_refused(774.9625, 3, {"774.964", "774.961"});
}

TEST_CASE("Numbas #182, #76: half a unit is inclusive and decided in decimal") {
  check_accepted(0.27, 2, {"0.275", "0.265"});
  check_refused(0.27, 2, {"0.2751", "0.2649"});
  check_accepted(403.2079999999, 3, {"403.208"});
}

TEST_CASE("STACK #312: a tiny weight is compared by half a unit, not by a slop of its own") {
  // e^-10 / (1 + e^-10) is 0.0000454.
  CHECK(weight(softmax_of({0, -10}, 4), {"1.0000", "0.0000"}, 1).verdict == Verdict::correct);
  CHECK(weight(softmax_of({0, -10}, 5), {"0.99995", "0.00005"}, 1).verdict == Verdict::correct);
  CHECK(is_wrong(weight(softmax_of({0, -10}, 5), {"0.99995", "0.00001"}, 1)));
}

TEST_CASE("Numbas #553: with one decimal asked, two are no fault, and a wrong one stays wrong") {
  check_accepted(1.27, 1, {"1.3", "1.27", "1.270"});
  check_refused(1.27, 1, {"1.2", "1.4"});
}

TEST_CASE("Numbas #553: right with fewer decimals than asked is called imprecise, not wrong") {
  const CellReport cell = judged(1.27, 2, "1.3");
  CHECK(cell.verdict == Verdict::imprecise);
  CHECK(cell.points == 0);
  // Within half of 1 lies everything from 0.5 to 1.5: that is no digit right.
  CHECK(judged(1.27, 2, "1").verdict == Verdict::wrong);
}

TEST_CASE("a number that was rounded twice is imprecise too: 0.248 is 0.25, and that is 0.3 to one decimal") {
  CHECK(judged(0.248, 2, "0.2").verdict == Verdict::imprecise);
  CHECK(judged(0.248, 2, "0.3").verdict == Verdict::imprecise);
  CHECK(judged(0.243, 2, "0.3").verdict == Verdict::wrong);
}

TEST_CASE("STACK #242: a miss that no rounding reaches is wrong, without a word about rounding") {
  // Six equal scores: exponentials of 1, a sum of 6. There is nothing to round before the last cell.
  const Problem sixths = softmax_of({0, 0, 0, 0, 0, 0}, 4);
  std::vector<std::string> row(6, "0.1667");
  CHECK(weight(sixths, row, 0).verdict == Verdict::correct);
  row[2] = "0.1663";
  const CellReport cell = weight(sixths, row, 2);
  CHECK(is_wrong(cell));
  CHECK(cell.verdict != Verdict::imprecise);
}

TEST_CASE("STACK #242: the same miss is rounding where a rounding on the way reaches it") {
  // contract: 0.2483, 0.5035, 0.2483. With one decimal the exponentials below the maximum are 0.5, 1, 0.5;
  // their sum is 2.0, the first weight 0.25, and 0.25 may be written 0.3 or 0.2.
  RawProblem raw = raw_problem(matrix({{1, 1}}), contract_k(), contract_v());
  set_decimals(raw, 1);
  const Report report = grade(valid(raw), answers({{Step::weights, {{"0.3", "0.5", "0.2"}}}}));
  const TableReport& weights = table_in(report, Step::weights);
  CHECK(weights.cells[0].verdict == Verdict::rounding);
  CHECK(weights.cells[1].verdict == Verdict::correct);
  CHECK(weights.cells[2].verdict == Verdict::correct);
  CHECK(weights.points == 3);
}
