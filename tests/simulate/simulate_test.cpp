// The simulated learners calculate what qkv calculates, where they round nothing or where they round as qkv
// does by hand. They share no line of the calculation with it.
#include <algorithm>
#include <cmath>
#include <variant>

#include "qkv/base/number.hpp"
#include "qkv/trace/trace.hpp"
#include "simulate/exercise.hpp"
#include "simulate/learner.hpp"
#include "simulate/wrong_learner.hpp"

using namespace qkv;
using namespace qkv::test;

namespace {

constexpr int rounds = 2000;

double read(const std::string& text) {
  const auto number = read_number(text);
  REQUIRE(std::holds_alternative<WrittenNumber>(number));
  return std::get<WrittenNumber>(number).value;
}

bool agree(double a, double b) {
  return a == b || std::fabs(a - b) <= 1e-9 * std::max(1.0, std::fabs(b));
}

// The exponentials as qkv shows them are plain in some rows: divided by the largest of the row they are those
// with the row maximum subtracted.
Tensor in_shifted_form(const Problem& problem, Step step, const Trace& trace) {
  Tensor table = trace.at(step);
  if (problem.softmax == Softmax::row_sum || (step != Step::exp && step != Step::sum)) return table;
  const auto keys = static_cast<std::size_t>(problem.key_count);
  const auto& numerators = trace.at(Step::exp).values();
  for (std::size_t i = 0; i < table.values().size(); ++i) {
    const auto row =
        numerators.begin() + static_cast<std::ptrdiff_t>((step == Step::exp ? i / keys : i) * keys);
    const double largest = *std::max_element(row, row + problem.key_count);
    if (largest > 0.0) table.values()[i] /= largest;
  }
  return table;
}

Problem with_everything_asked(Problem problem, int decimals) {
  problem.asked.clear();
  for (const Step step : all_steps) {
    if (problem.computes(step)) problem.asked.push_back(step);
  }
  return with_decimals(std::move(problem), decimals);
}

}  // namespace

TEST_CASE("A learner who rounds nothing and writes ten decimals hands in the exact tables") {
  for (int seed = 0; seed < rounds; ++seed) {
    Random random(static_cast<std::uint64_t>(seed));
    const Problem problem = with_everything_asked(exercise(random, Asking::anything), 2);
    INFO("seed " << seed << ' ' << kind_of(problem));
    const auto answers = calculate(problem, exact_policy(8), random);
    REQUIRE(answers);
    REQUIRE(answers->tables.size() == problem.asked.size());
    const Trace trace = compute(problem, right_recipe(), Carry::exact);
    for (const AnswerTable& table : answers->tables) {
      INFO(step_name(table.step));
      const Tensor expected = in_shifted_form(problem, table.step, trace);
      REQUIRE(table.cells.size() == expected.values().size());
      std::size_t flat = 0;
      for_each_index(expected.shape(), [&](const std::vector<int>& at) {
        const std::size_t cell = flat++;
        if (is_padded_cell(problem, table.step, at)) return;
        const double value = read(table.cells[cell].written);
        if (agree(value, expected.values()[cell])) return;
        INFO(shape_text(at));
        CHECK(value == expected.values()[cell]);
      });
    }
  }
}

TEST_CASE("A learner without a mistake who rounds every table agrees with the calculation by hand") {
  for (int seed = 0; seed < rounds; ++seed) {
    Random random(static_cast<std::uint64_t>(seed));
    const Problem problem = exercise(random, Asking::anything);
    const auto tables = wrong_tables(problem, WrongFormula::none, Rounding::each_table);
    const auto exact_tables = wrong_tables(problem, WrongFormula::none, Rounding::nothing);
    if (!tables) continue;  // a row-sum softmax whose rounded scores add up to 0
    REQUIRE(exact_tables);
    const Trace by_hand = compute(problem, right_recipe(), Carry::by_hand);
    const Trace exact = compute(problem, right_recipe(), Carry::exact);
    INFO("seed " << seed << ' ' << kind_of(problem));
    for (const StepTable& table : by_hand.tables) {
      INFO(step_name(table.step));
      const auto close = [](double a, double b) { return agree(a, b); };
      CHECK(std::ranges::equal(of_step(*tables, table.step).values(), table.values.values(), close));
      CHECK(std::ranges::equal(of_step(*exact_tables, table.step).values(), exact.at(table.step).values(),
                               close));
    }
  }
}

TEST_CASE("Simulated learners round as by hand") {
  struct Case {
    double value;
    int decimals;
    double away;
    double even;
  };
  const auto [value, decimals, away, even] = GENERATE(
      Case{0.125, 2, 0.13, 0.12}, Case{0.135, 2, 0.14, 0.14}, Case{-0.125, 2, -0.13, -0.12},
      Case{1.005, 2, 1.01, 1.0}, Case{0.1 + 0.2 - 0.175, 2, 0.13, 0.12}, Case{0.12499, 2, 0.12, 0.12},
      Case{0.12501, 2, 0.13, 0.13}, Case{2.5, 0, 3.0, 2.0}, Case{-0.004, 2, 0.0, 0.0},
      Case{4159.765, 2, 4159.77, 4159.76}, Case{1e15 / 3, 2, 1e15 / 3, 1e15 / 3});
  CHECK(rounded(value, decimals, Ties::away) == away);
  CHECK(rounded(value, decimals, Ties::even) == even);
}

TEST_CASE("Simulated learners add without the noise of doubles") {
  CHECK(plus(0.3, -0.1 - 0.2) == 0.0);
  CHECK(plus(906.01, -906.005) == 0.005);
  CHECK(plus(2.0, -1.5) == 0.5);
}

TEST_CASE("Simulated learners write with or without trailing zeros") {
  CHECK(written(0.5, 2, {}) == "0.50");
  CHECK(written(0.5, 2, {.trailing_zeros = false}) == "0.5");
  CHECK(written(20.0, 1, {.trailing_zeros = false}) == "20");
  CHECK(written(-INFINITY, 2, {}) == "-inf");
  CHECK(written(-INFINITY, 2, {.infinity_sign = true}) == "−∞");
}

TEST_CASE("Every wrong formula has a name of its own") {
  for (int a = 0; a <= wrong_formula_count; ++a) {
    for (int b = 0; b < a; ++b) {
      CHECK(wrong_formula_name(static_cast<WrongFormula>(a)) !=
            wrong_formula_name(static_cast<WrongFormula>(b)));
    }
  }
}
