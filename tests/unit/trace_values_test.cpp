// The tables of small problems against numbers from outside: the worked example of the course chapter
// ("attention by hand": q = [1, 1] against [1, 0], [1, 1], [0, 1]) and its variants, to the printed digits.
#include <cmath>
#include <limits>

#include "qkv/trace/pipeline.hpp"
#include "qkv/trace/softmax.hpp"
#include "support/problems.hpp"

using namespace qkv;
using namespace qkv::test;

namespace {

void check_values(const Tensor& table, const std::vector<double>& expected, double tolerance) {
  REQUIRE(table.values().size() == expected.size());
  for (std::size_t i = 0; i < expected.size(); ++i) {
    INFO("cell " << i);
    CHECK(std::abs(table.values()[i] - expected[i]) <= tolerance);
  }
}

constexpr double four_digits = 0.00005 + 1e-12;

}  // namespace

TEST_CASE("contract, rounded at every stage, gives 0.25, 0.50, 0.25 and [0.50, 1.25]") {
  const Trace trace = compute(contract(), right_recipe(), Carry::by_hand);
  CHECK(trace.at(Step::scores).values() == std::vector<double>{1, 2, 1});
  CHECK(trace.at(Step::scaled).values() == std::vector<double>{0.71, 1.41, 0.71});
  CHECK(trace.at(Step::exp).values() == std::vector<double>{2.03, 4.10, 2.03});
  CHECK(trace.at(Step::sum).values() == std::vector<double>{8.16});
  CHECK(trace.at(Step::weights).values() == std::vector<double>{0.25, 0.50, 0.25});
  CHECK(trace.at(Step::output).values() == std::vector<double>{0.50, 1.25});
}

TEST_CASE("contract, exactly, gives 0.2483, 0.5035, 0.2483 and [0.4965, 1.2552]") {
  const Trace trace = compute(contract(), right_recipe(), Carry::exact);
  check_values(trace.at(Step::weights), {0.2483, 0.5035, 0.2483}, four_digits);
  check_values(trace.at(Step::output), {0.4965, 1.2552}, four_digits);
}

TEST_CASE("contract-full and causal-3 give the published outputs") {
  check_values(compute(contract_full(), right_recipe(), Carry::exact).at(Step::output),
               {0.5989, 1.0000, 0.5989, 1.2033, 0.4965, 1.2552}, four_digits);
  check_values(compute(causal_3(), right_recipe(), Carry::exact).at(Step::output),
               {1, 0, 0.3302, 1.3395, 0.4965, 1.2552}, four_digits);
}

TEST_CASE("every table has all its axes") {
  const Problem problem = contract_full();
  const Trace trace = compute(problem, right_recipe(), Carry::exact);
  CHECK(trace.at(Step::scores).shape() == Shape{1, 1, 3, 3});
  CHECK(trace.at(Step::sum).shape() == Shape{1, 1, 3});
  CHECK(trace.at(Step::output).shape() == Shape{1, 1, 3, 2});
  CHECK(trace.find(Step::masked) == nullptr);
}

TEST_CASE("the exponentials read the masked scores where there is a mask") {
  CHECK(tables_read(contract(), Step::exp) == std::vector<Step>{Step::scaled});
  CHECK(tables_read(causal_3(), Step::exp) == std::vector<Step>{Step::masked});
  CHECK(tables_read(contract(), Step::scores) == std::vector<Step>{Step::q, Step::k});
  CHECK(tables_read(contract(), Step::output) == std::vector<Step>{Step::weights, Step::v});
}

TEST_CASE("a row is shifted by its maximum only when the maximum lies outside 0 to 10") {
  // Scores 10·√1 and 11: d_k = 1, so nothing is scaled.
  const auto shift_of = [](double score) {
    const Problem problem =
        valid(raw_problem(matrix({{1}}), matrix({{score}, {score - 1}}), matrix({{1}, {2}})));
    return exp_shift(problem, compute(problem, right_recipe(), Carry::exact), 0, 0, 0);
  };
  CHECK(shift_of(0) == 0);
  CHECK(shift_of(10) == 0);
  CHECK(shift_of(11) == 11);
  CHECK(shift_of(-1) == -1);
}

TEST_CASE("a query that may look at nobody has exp, sum, weights and output 0, never NaN") {
  RawProblem raw = raw_problem(matrix({{1, 0}, {0, 1}, {1, 1}}), contract_k(), contract_v());
  set_causal(raw, -1);  // the first row may look at positions up to −1: none
  const Problem problem = valid(raw);
  for (const Carry carry : {Carry::exact, Carry::by_hand}) {
    const Trace trace = compute(problem, right_recipe(), carry);
    for (int j = 0; j < 3; ++j) {
      CHECK(trace.at(Step::masked).at({0, 0, 0, j}) == -std::numeric_limits<double>::infinity());
      CHECK(trace.at(Step::exp).at({0, 0, 0, j}) == 0);
      CHECK(trace.at(Step::weights).at({0, 0, 0, j}) == 0);
    }
    CHECK(trace.at(Step::sum).at({0, 0, 0}) == 0);
    CHECK(trace.at(Step::output).at({0, 0, 0, 0}) == 0);
    CHECK(trace.at(Step::output).at({0, 0, 0, 1}) == 0);
  }
}
