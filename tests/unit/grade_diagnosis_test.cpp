// Which mistakes are named, and which are not. The numbers are worked out by hand on causal-3 and
// contract-full.
#include <set>
#include <string>

#include "qkv/grade/grade.hpp"
#include "support/answers.hpp"
#include "support/problems.hpp"
#include "support/verdicts.hpp"

using namespace qkv;
using namespace qkv::test;

namespace {

std::set<std::string> named(const TableReport& report) {
  std::set<std::string> ids;
  for (const Diagnosis& diagnosis : report.diagnosis)
    ids.insert(diagnosis.mistakes.begin(), diagnosis.mistakes.end());
  return ids;
}

std::set<std::string> named(const Report& report, Step step) {
  return named(table_in(report, step));
}

const Rows scores = {{"1", "1", "0"}, {"0", "1", "1"}, {"1", "2", "1"}};
const Rows scaled = {{"0.71", "0.71", "0"}, {"0", "0.71", "0.71"}, {"0.71", "1.41", "0.71"}};
const Rows weights = {{"0.40", "0.40", "0.20"}, {"0.20", "0.40", "0.40"}, {"0.25", "0.50", "0.25"}};
const Rows by_columns = {{"0.40", "0.25", "0.20"}, {"0.20", "0.25", "0.40"}, {"0.40", "0.50", "0.40"}};

}  // namespace

TEST_CASE("softmax over the columns is named, and what follows from it is not") {
  const Report report =
      grade(contract_full(), answers({{Step::scores, scores},
                                      {Step::scaled, scaled},
                                      {Step::weights, by_columns},
                                      {Step::output, {{"0.6", "0.7"}, {"0.6", "0.9"}, {"0.8", "1.4"}}}}));
  CHECK(named(report, Step::weights) == std::set<std::string>{"softmax-columns"});
  CHECK(table_in(report, Step::weights).diagnosis.front().whole_table);
  CHECK(table_in(report, Step::weights).diagnosis.front().fits == 4);
  CHECK(named(report, Step::output).empty());
}

TEST_CASE("one wrong cell is a slip and no theory") {
  Rows slipped = weights;
  slipped[2][1] = "0.05";  // the point is off
  const Report report = grade(contract_full(), answers({{Step::scaled, scaled}, {Step::weights, slipped}}));
  CHECK(named(report, Step::weights).empty());
  CHECK(table_in(report, Step::weights).cells[7].verdict == Verdict::slip);
}

TEST_CASE("a rule that is right in this problem is never named, however the numbers were rounded") {
  // d_k = d_v = 2: dividing by √d_v is right. 0.7 and 1.4 come from rounding; the output has one slip.
  const Report report =
      grade(contract_full(), answers({{Step::scores, scores},
                                      {Step::scaled, scaled},
                                      {Step::weights, weights},
                                      {Step::output, {{"0.6", "1.0"}, {"0.6", "1.2"}, {"5.0", "1.25"}}}}));
  CHECK(named(report, Step::output).empty());
}

TEST_CASE("a table that fits from the true numbers is named whole, though rows fit from the learner's own") {
  // O = AᵀV, from unrounded weights.
  const Report report = grade(
      contract_full(), answers({{Step::weights, weights},
                                {Step::output, {{"0.65", "0.64"}, {"0.90", "1.31"}, {"0.45", "1.05"}}}}));
  REQUIRE(table_in(report, Step::output).diagnosis.size() == 1);
  CHECK(table_in(report, Step::output).diagnosis.front().whole_table);
  CHECK(named(report, Step::output) == std::set<std::string>{"weights-transposed"});
}

TEST_CASE("whatever finite number stands for minus infinity is called one") {
  for (const char* fill : {"-10", "-999", "-1e9", "-3.4e38"}) {
    INFO(fill);
    const Report report = grade(
        causal_3(),
        answers({{Step::masked, {{"0.71", fill, fill}, {"0", "0.71", fill}, {"0.71", "1.41", "0.71"}}}}));
    CHECK(named(report, Step::masked) == std::set<std::string>{"mask-finite-too-small"});
  }
}

TEST_CASE("of masked cells only those count for a finite fill that have one") {
  const Report report = grade(
      causal_3(),
      answers({{Step::masked, {{"0.71", "-inf", "-inf"}, {"0", "0.71", "-1e9"}, {"0.71", "1.41", "0.71"}}}}));
  CHECK(named(report, Step::masked) == std::set<std::string>{"mask-finite-too-small"});
  CHECK(table_in(report, Step::masked).diagnosis.front().fits == 1);
  CHECK(table_in(report, Step::masked).diagnosis.front().of == 3);
}

TEST_CASE("zeroing after the softmax and dividing again is no mistake, zeroing alone is one") {
  const Rows unmasked = scaled;
  const Rows renormalised = {{"1", "0", "0"}, {"0.33", "0.67", "0"}, {"0.25", "0.50", "0.25"}};
  const Report right = grade(causal_3(), answers({{Step::masked, unmasked}, {Step::weights, renormalised}}));
  CHECK(table_in(right, Step::masked).points == 9);
  CHECK(table_in(right, Step::weights).points == 9);
  CHECK(table_in(right, Step::masked).forms == std::vector<Form>{Form::masked_late});

  const Rows zeroed = {{"0.40", "0", "0"}, {"0.20", "0.40", "0"}, {"0.25", "0.50", "0.25"}};
  const Report wrong = grade(causal_3(), answers({{Step::masked, unmasked}, {Step::weights, zeroed}}));
  CHECK(named(wrong, Step::masked) == std::set<std::string>{"mask-after-softmax-no-renorm"});
}

TEST_CASE("ignoring the mask is no form of it") {
  const Rows ignored = {{"0.40", "0.40", "0.20"}, {"0.20", "0.40", "0.40"}, {"0.25", "0.50", "0.25"}};
  const Report report = grade(causal_3(), answers({{Step::masked, scaled}, {Step::weights, ignored}}));
  CHECK(table_in(report, Step::masked).points == 6);
  CHECK(named(report, Step::masked) == std::set<std::string>{"mask-missing", "causal-missing"});
}

TEST_CASE("tables written with rows and columns exchanged are a convention, not a mistake") {
  RawProblem raw = raw_problem(matrix({{1, 0}, {0, 2}, {1, 1}}), contract_k(), contract_v());
  // S = [1 1 0, 0 2 2, 1 2 1]; turned it is [1 0 1, 1 2 2, 0 2 1], and the weights are turned, too.
  const Report report = grade(
      valid(raw),
      answers(
          {{Step::scores, {{"1", "0", "1"}, {"1", "2", "2"}, {"0", "2", "1"}}},
           {Step::weights, {{"0.40", "0.11", "0.25"}, {"0.40", "0.45", "0.50"}, {"0.20", "0.45", "0.25"}}}}));
  CHECK(named(report, Step::scores).empty());
  CHECK(named(report, Step::weights).empty());
  REQUIRE(table_in(report, Step::weights).signs.size() == 1);
  CHECK(table_in(report, Step::weights).signs.front().sign == Sign::column_convention);
}

TEST_CASE("what cannot be told apart is named together, with the table that would tell") {
  const Report report = grade(contract_full(), answers({{Step::scaled, scores}}));
  const Diagnosis& diagnosis = table_in(report, Step::scaled).diagnosis.front();
  CHECK(diagnosis.mistakes ==
        std::vector<std::string_view>{"scale-missing", "scale-by-half-dk", "scale-after-softmax"});
  CHECK_FALSE(diagnosis.telling[1]);  // d_k = 2: half of it is 1
  CHECK(diagnosis.telling[2] == Step::weights);
}

TEST_CASE("numbers that follow from an earlier table rounded too far are a sign of that") {
  // softmax(0.7, 0.7, 0), softmax(0, 0.7, 0.7), softmax(0.7, 1.4, 0.7), to three decimals
  RawProblem raw = raw_problem(matrix({{1, 0}, {0, 1}, {1, 1}}), contract_k(), contract_v());
  set_decimals(raw, 3);
  const Rows exact = {{"0.707", "0.707", "0"}, {"0", "0.707", "0.707"}, {"0.707", "1.414", "0.707"}};
  const Rows rounded = {
      {"0.401", "0.401", "0.199"}, {"0.199", "0.401", "0.401"}, {"0.249", "0.502", "0.249"}};
  const Report report = grade(valid(raw), answers({{Step::scaled, exact}, {Step::weights, rounded}}));
  REQUIRE(table_in(report, Step::weights).signs.size() == 1);
  CHECK(table_in(report, Step::weights).signs.front().sign == Sign::rounded_early);
}

TEST_CASE("a common factor of the exponentials is seen in rows of one key, too") {
  // Scores 4 | 2 6 | 5 5 4, each row shifted so that its largest is 2: e² = 7.39, e⁻² = 0.14, e = 2.72.
  RawProblem raw =
      raw_problem(matrix({{1, 0}, {0, 2}, {1, 1}}), matrix({{4, 1}, {2, 3}, {1, 3}}), contract_v());
  set_causal(raw);
  raw.scale = Located<RawScale>{{RawScale::Kind::none, 0.0, ""}, {}};
  raw.ask = Located<std::vector<Located<std::string>>>{{{"exp", {}}, {"weights", {}}}, {}};
  const Rows exp = {{"7.39", "0", "0"}, {"0.14", "7.39", "0"}, {"7.39", "7.39", "2.72"}};
  const Rows right = {{"1", "0", "0"}, {"0.02", "0.98", "0"}, {"0.42", "0.42", "0.16"}};
  const Report report = grade(valid(raw), answers({{Step::exp, exp}, {Step::weights, right}}));
  CHECK(report.points == report.max_points);
}

TEST_CASE("a mistake in two tables is one mistake, also where nothing was rounded between them") {
  // K and V exchanged throughout: QVᵀ, its softmax, and the mix of the keys; from numpy, rounded only here.
  // The mix of the weights as they stand here would be [2.00, 4.06] …, more than half a unit away.
  const Problem problem =
      valid(raw_problem(matrix({{1, 0}, {0, 1}, {1, -1}}), matrix({{5, -3}, {-4, 6}, {2, 7}}),
                        matrix({{1, -1}, {0, 2}, {2, 1}})));
  const Report report = grade(
      problem,
      answers(
          {{Step::scores, {{"1", "0", "2"}, {"-1", "2", "1"}, {"2", "-2", "1"}}},
           {Step::scaled, {{"0.71", "0", "1.41"}, {"-0.71", "1.41", "0.71"}, {"1.41", "-1.41", "0.71"}}},
           {Step::weights, {{"0.28", "0.14", "0.58"}, {"0.07", "0.62", "0.31"}, {"0.64", "0.04", "0.32"}}},
           {Step::output, {{"2.01", "4.02"}, {"-1.50", "5.64"}, {"3.70", "0.52"}}}}));
  CHECK(named(report, Step::scores) == std::set<std::string>{"key-value-swapped"});
  CHECK(named(report, Step::output) == std::set<std::string>{"key-value-swapped"});
}

TEST_CASE("plus infinity in the only masked cell is a sign, and not one cell too few") {
  RawProblem raw = raw_problem(matrix({{1, 0}, {1, 1}}), matrix({{1, 0}, {1, 1}}), matrix({{1, 0}, {0, 2}}));
  set_causal(raw);
  // Scores 1 1 | 1 2, divided by √2.
  const Report report = grade(valid(raw), answers({{Step::masked, {{"0.71", "inf"}, {"0.71", "1.41"}}}}));
  CHECK(named(report, Step::masked) == std::set<std::string>{"mask-plus-inf"});
}

TEST_CASE("nobody goes wrong in a table that is given") {
  RawProblem raw = raw_problem(matrix({{1, 0}, {0, 1}, {1, 1}}), contract_k(), contract_v());
  raw.ask = Located<std::vector<Located<std::string>>>{{{"output", {}}}, {}};
  raw.given = Located<std::vector<Located<std::string>>>{{{"scores", {}}, {"weights", {}}}, {}};
  // Weights 0.40 0.40 0.20 | 0.20 0.40 0.40 | 0.25 0.50 0.25, times K.
  const Report report =
      grade(valid(raw), answers({{Step::output, {{"0.80", "0.60"}, {"0.60", "0.80"}, {"0.75", "0.75"}}}}));
  CHECK(named(report, Step::output) == std::set<std::string>{"weights-times-keys"});
}
