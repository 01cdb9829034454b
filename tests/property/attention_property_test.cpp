// What must hold for attention whatever the numbers are, on random problems with fixed seeds.
#include <algorithm>
#include <cmath>
#include <map>

#include "qkv/trace/pipeline.hpp"
#include "support/problems.hpp"
#include "support/random_problem.hpp"

using namespace qkv;
using namespace qkv::test;

namespace {

constexpr int rounds = 200;

Trace exact(const Problem& problem) {
  return compute(problem, right_recipe(), Carry::exact);
}
Trace exact(const RawProblem& raw) {
  return exact(valid(raw));
}

// 0 to count − 1, shuffled.
std::vector<int> random_order(Random& random, int count) {
  std::vector<int> order;
  for (int i = 0; i < count; ++i) order.insert(order.begin() + random.between(0, i), i);
  return order;
}

bool close(double a, double b) {
  return std::abs(a - b) <= 1e-12 * std::max(1.0, std::abs(b));
}

}  // namespace

TEST_CASE("rows of weights add up to 1, and masked weights are exactly 0, whatever the masks are") {
  Random random(1);
  int masked_cells = 0;
  int rows_of_nothing = 0;
  for (int round = 0; round < 5 * rounds; ++round) {
    RawProblem raw = random_problem(random);
    raw.softmax.reset();  // the row-sum softmax has weights of both signs
    const Problem problem = valid(raw);
    const Tensor weights = exact(problem).at(Step::weights);
    for (int b = 0; b < problem.batch; ++b) {
      for (int h = 0; h < problem.heads; ++h) {
        for (int i = 0; i < problem.query_count; ++i) {
          double sum = 0;
          bool sees_something = false;
          for (int j = 0; j < problem.key_count; ++j) {
            const bool visible = problem.may_look(b, h, i, j);
            sees_something = sees_something || visible;
            sum += weights.at({b, h, i, j});
            if (visible) continue;
            ++masked_cells;
            CHECK(weights.at({b, h, i, j}) == 0.0);
          }
          if (!sees_something || problem.is_padded_query(b, i)) {
            ++rows_of_nothing;
            CHECK(sum == 0.0);
          } else {
            CHECK(close(sum, 1.0));
          }
        }
      }
    }
  }
  CHECK(masked_cells > 1000);
  CHECK(rows_of_nothing > 100);
}

TEST_CASE("every kind of mask blocks what it says in the weights") {
  Random random(9);
  std::map<MaskKind, int> blocked;
  for (int round = 0; round < 5 * rounds; ++round) {
    const Problem problem = valid(random_problem(random));
    const Tensor weights = exact(problem).at(Step::weights);
    for (const MaskKind kind : all_mask_kinds) {
      for (int b = 0; b < problem.batch; ++b) {
        for (int h = 0; h < problem.heads; ++h) {
          for (int i = 0; i < problem.query_count; ++i) {
            for (int j = 0; j < problem.key_count; ++j) {
              if (!problem.blocks(kind, b, h, i, j)) continue;
              ++blocked[kind];
              CHECK(weights.at({b, h, i, j}) == 0.0);
            }
          }
        }
      }
    }
  }
  for (const MaskKind kind : all_mask_kinds) CHECK(blocked[kind] > 100);
}

TEST_CASE("under the causal mask the future changes no bit of a past output, and without it it does") {
  Random random(2);
  int changed_without_mask = 0;
  for (int round = 0; round < rounds; ++round) {
    const int tokens = random.between(2, 6);
    RawProblem raw = random_raw(random, tokens, 3, 2);
    RawProblem later = raw;
    const int from = random.between(1, tokens - 1);
    for (int j = from; j < tokens; ++j) {
      for (int d = 0; d < 3; ++d) later.k->value.at({j, d}) = random.between(-9, 9);
      for (int d = 0; d < 2; ++d) later.v->value.at({j, d}) = random.between(-9, 9);
    }
    const auto past = [&](const RawProblem& problem) {
      const Tensor output = exact(problem).at(Step::output);
      return std::vector<double>(output.values().begin(), output.values().begin() + from * 2);
    };
    if (past(raw) != past(later)) ++changed_without_mask;
    set_causal(raw);
    set_causal(later);
    CHECK(past(raw) == past(later));
  }
  // Without the mask a change of keys and values reaches every earlier row unless it happens to change
  // nothing.
  CHECK(changed_without_mask > rounds * 9 / 10);
}

TEST_CASE("keys and values permuted together leave the output as it was") {
  Random random(3);
  for (int round = 0; round < rounds; ++round) {
    const int tokens = random.between(2, 6);
    const RawProblem raw = random_raw(random, tokens, 2, 2);
    RawProblem turned = raw;
    const std::vector<int> from = random_order(random, tokens);
    for (int j = 0; j < tokens; ++j) {
      for (int d = 0; d < 2; ++d) {
        turned.k->value.at({j, d}) = raw.k->value.at({from[static_cast<std::size_t>(j)], d});
        turned.v->value.at({j, d}) = raw.v->value.at({from[static_cast<std::size_t>(j)], d});
      }
    }
    const Tensor before = exact(raw).at(Step::output);
    const Tensor after = exact(turned).at(Step::output);
    for (std::size_t i = 0; i < before.values().size(); ++i)
      CHECK(close(after.values()[i], before.values()[i]));
  }
}

TEST_CASE("one vector added to all keys changes no weight") {
  Random random(4);
  for (int round = 0; round < rounds; ++round) {
    const int tokens = random.between(1, 6);
    const RawProblem raw = random_raw(random, tokens, 3, 2);
    RawProblem moved = raw;
    for (int d = 0; d < 3; ++d) {
      const int shift = random.between(-4, 4);
      for (int j = 0; j < tokens; ++j) moved.k->value.at({j, d}) += shift;
    }
    const Tensor before = exact(raw).at(Step::weights);
    const Tensor after = exact(moved).at(Step::weights);
    for (std::size_t i = 0; i < before.values().size(); ++i)
      CHECK(close(after.values()[i], before.values()[i]));
  }
}

TEST_CASE("equal keys are looked at alike, and the output is the mean of the values") {
  Random random(5);
  for (int round = 0; round < rounds; ++round) {
    const int tokens = random.between(1, 6);
    RawProblem raw = random_raw(random, tokens, 2, 1);
    for (int j = 1; j < tokens; ++j) {
      for (int d = 0; d < 2; ++d) raw.k->value.at({j, d}) = raw.k->value.at({0, d});
    }
    double mean = 0;
    for (const double value : raw.v->value.values()) mean += value / tokens;
    const Trace trace = exact(raw);
    for (const double weight : trace.at(Step::weights).values()) CHECK(close(weight, 1.0 / tokens));
    for (const double value : trace.at(Step::output).values()) CHECK(close(value, mean));
  }
}

TEST_CASE("a score gap of ln 3 gives the odds 3 to 1") {
  RawProblem raw = raw_problem(matrix({{1}}), matrix({{std::log(3.0)}, {0}}), matrix({{1}, {0}}));
  const Tensor weights = exact(raw).at(Step::weights);
  CHECK(close(weights.values()[0], 0.75));
  CHECK(close(weights.values()[1], 0.25));
}

TEST_CASE("scores of ±2000 stay finite") {
  for (const double sign : {1.0, -1.0}) {
    RawProblem raw = raw_problem(matrix({{1}}), matrix({{sign * 2000}, {sign * 1999}}), matrix({{1}, {0}}));
    const Trace trace = exact(raw);
    for (const StepTable& table : trace.tables) {
      for (const double value : table.values.values()) CHECK(std::isfinite(value));
    }
    const double larger = trace.at(Step::weights).values()[sign > 0 ? 0 : 1];
    CHECK(close(larger, 1.0 / (1.0 + std::exp(-1.0))));
  }
}

TEST_CASE("features written twice equal queries multiplied by √2") {
  Random random(6);
  for (int round = 0; round < rounds; ++round) {
    const int tokens = random.between(1, 5);
    const RawProblem raw = random_raw(random, tokens, 2, 2);
    RawProblem doubled = raw;
    doubled.q->value = Tensor({tokens, 4});
    doubled.k->value = Tensor({tokens, 4});
    for (int i = 0; i < tokens; ++i) {
      for (int d = 0; d < 4; ++d) {
        doubled.q->value.at({i, d}) = raw.q->value.at({i, d % 2});
        doubled.k->value.at({i, d}) = raw.k->value.at({i, d % 2});
      }
    }
    RawProblem louder = raw;
    for (double& value : louder.q->value.values()) value *= std::sqrt(2.0);
    const Tensor a = exact(doubled).at(Step::weights);
    const Tensor b = exact(louder).at(Step::weights);
    for (std::size_t i = 0; i < a.values().size(); ++i) CHECK(close(a.values()[i], b.values()[i]));
  }
}

TEST_CASE("the last query alone equals the last row of the full run") {
  Random random(7);
  for (int round = 0; round < rounds; ++round) {
    const int tokens = random.between(1, 6);
    RawProblem raw = random_raw(random, tokens, 3, 2);
    RawProblem last = raw;
    last.q->value = Tensor({1, 3}, {raw.q->value.values().end() - 3, raw.q->value.values().end()});
    set_causal(raw);
    set_causal(last, tokens - 1);
    const Tensor full = exact(raw).at(Step::output);
    const Tensor alone = exact(last).at(Step::output);
    for (int d = 0; d < 2; ++d) CHECK(alone.at({0, 0, 0, d}) == full.at({0, 0, tokens - 1, d}));
  }
}

TEST_CASE("a calculation carried by hand has no more decimals than asked") {
  Random random(8);
  for (int round = 0; round < rounds; ++round) {
    RawProblem raw = random_raw(random, 3, 3, 2);
    const int decimals = random.between(1, 4);
    set_decimals(raw, decimals);
    const Trace trace = compute(valid(raw), right_recipe(), Carry::by_hand);
    const double unit = std::pow(10.0, decimals);
    for (const StepTable& table : trace.tables) {
      for (const double value : table.values.values()) {
        CHECK(std::abs(value * unit - std::round(value * unit)) < 1e-6);
      }
    }
  }
}
