#include <algorithm>
#include <cmath>
#include <limits>

#include "qkv/base/number.hpp"
#include "qkv/trace/softmax.hpp"
#include "qkv/trace/steps.hpp"
#include "rows.hpp"
#include "wrong_steps.hpp"

namespace qkv::wrong {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

// weight(at, j) in every cell; rows of padded queries are 0.
template <typename Weight>
Tensor make(const Problem& problem, Weight weight) {
  Tensor weights = query_by_key(problem);
  each_cell(problem, weights, [&](const RowAt& at, int j, double& cell) {
    cell = problem.is_padded_query(at.b, at.i) ? 0.0 : weight(at, j);
  });
  return weights;
}

double in_row(const Tensor& table, const RowAt& at, int j) {
  return table.at({at.b, at.h, at.i, j});
}

// The right weights, each changed by change(at, j, weight).
template <typename Change>
Tensor changed(const Problem& problem, const Trace& earlier, Change change) {
  const Tensor right = step_weights(problem, earlier);
  return make(problem, [&](const RowAt& at, int j) { return change(at, j, in_row(right, at, j)); });
}

// numerator / denominator(at, j); 0 where a key is hidden, no number where the denominator is 0.
template <typename Denominator>
Tensor quotients(const Problem& problem, const Trace& earlier, Denominator denominator) {
  const Tensor& numerators = earlier.at(Step::exp);
  return make(problem, [&](const RowAt& at, int j) {
    const double numerator = in_row(numerators, at, j);
    if (numerator == 0.0 && !sees(problem, at, j)) return 0.0;
    const double below = denominator(at, j);
    if (below == 0.0) return std::numeric_limits<double>::quiet_NaN();
    return numerator / below;
  });
}

Tensor softmax_of(const Problem& problem, const Tensor& scores) {
  Trace before;
  before.tables.push_back({Step::scaled, scores, {}});
  before.tables.push_back({Step::exp, step_exp_plain(problem, before), {}});
  before.tables.push_back({Step::sum, step_sum(problem, before), {}});
  return step_weights(problem, before);
}

// The right weights as they are written down.
Tensor written_weights(const Problem& problem, const Trace& earlier) {
  Tensor weights = step_weights(problem, earlier);
  const int decimals = of_step(problem.decimals, Step::weights);
  for (double& weight : weights.values()) weight = round_half_away(weight, decimals);
  return weights;
}

// The mean over the heads, for every head.
Tensor mean_of_heads(const Problem& problem, const Tensor& weights) {
  return make(problem, [&](const RowAt& at, int j) {
    double sum = 0.0;
    for (int h = 0; h < problem.heads; ++h) sum += weights.at({at.b, h, at.i, j});
    return sum / problem.heads;
  });
}

// [B, 1, T_q, T_k]
Tensor of_first_head(const Problem& problem, const Tensor& weights) {
  Tensor one({problem.batch, 1, problem.query_count, problem.key_count});
  for (int b = 0; b < problem.batch; ++b) {
    for (int i = 0; i < problem.query_count; ++i) {
      for (int j = 0; j < problem.key_count; ++j) one.at({b, 0, i, j}) = weights.at({b, 0, i, j});
    }
  }
  return one;
}

Tensor one_hot(const Problem& problem, const Trace& earlier, Tie tie) {
  const Tensor& scores = softmax_input(earlier);
  return make(problem, [&](const RowAt& at, int j) {
    return j == largest_of_row(problem, scores, at, tie) ? 1.0 : 0.0;
  });
}

}  // namespace

template <Constant constant>
Tensor weights_scaled_late(const Problem& problem, Earlier earlier) {
  Trace before;
  before.tables.push_back({Step::scores, step_weights(problem, earlier), {}});
  Problem computed = problem;
  computed.given_scores.reset();
  return scaled_by(computed, before, problem.scale.divisor, constant);
}
template Tensor weights_scaled_late<Constant::exact>(const Problem&, Earlier);
template Tensor weights_scaled_late<Constant::rounded>(const Problem&, Earlier);
template Tensor weights_scaled_late<Constant::reciprocal>(const Problem&, Earlier);

Tensor weights_masked_late(const Problem& problem, Earlier earlier) {
  return changed(problem, earlier,
                 [&](const RowAt& at, int j, double weight) { return sees(problem, at, j) ? weight : 0.0; });
}
Tensor weights_uniform_if_empty(const Problem& problem, Earlier earlier) {
  return changed(problem, earlier, [&](const RowAt& at, int, double weight) {
    return earlier.at(Step::sum).at({at.b, at.h, at.i}) == 0.0 ? 1.0 / problem.key_count : weight;
  });
}
Tensor weights_not_cleared(const Problem& problem, Earlier earlier) {
  Problem without = problem;
  without.masks.query_padding.reset();
  return step_weights(without, earlier);
}

Tensor weights_of_sums(const Problem& problem, Earlier earlier) {
  return quotients(problem, earlier, [&](const RowAt& at, int) {
    return earlier.at(Step::sum).at({at.b, at.h, at.i});
  });
}
// Sums of rows, where there are other ones, are no sums of columns.
Tensor weights_by_column_sums(const Problem& problem, Earlier earlier) {
  const Tensor& sums = earlier.at(Step::sum);
  if (sums.size(2) != problem.key_count) return Tensor({0});
  return quotients(problem, earlier, [&](const RowAt& at, int j) { return sums.at({at.b, at.h, j}); });
}
Tensor weights_over_columns(const Problem& problem, Earlier earlier) {
  const Tensor sums = sum_of_columns(problem, earlier);
  return quotients(problem, earlier, [&](const RowAt& at, int j) { return sums.at({at.b, at.h, j}); });
}
Tensor weights_over_everything(const Problem& problem, Earlier earlier) {
  const Tensor sums = sum_of_everything(problem, earlier);
  return quotients(problem, earlier, [&](const RowAt& at, int) { return sums.at({at.b, at.h, at.i}); });
}

Tensor weights_are_numerators(const Problem& problem, Earlier earlier) {
  return quotients(problem, earlier, [](const RowAt&, int) { return 1.0; });
}
Tensor weights_are_scores(const Problem& problem, Earlier earlier) {
  return make(problem, [&](const RowAt& at, int j) {
    const double score = in_row(softmax_input(earlier), at, j);
    return score == -infinity ? 0.0 : score;
  });
}
Tensor weights_are_masked_scores(const Problem& problem, Earlier earlier) {
  return make(problem, [&](const RowAt& at, int j) { return in_row(softmax_input(earlier), at, j); });
}

Tensor weights_twice(const Problem& problem, Earlier earlier) {
  return softmax_of(problem, step_weights(problem, earlier));
}
Tensor weights_twice_masked(const Problem& problem, Earlier earlier) {
  Tensor scores = step_weights(problem, earlier);
  each_cell(problem, scores, [&](const RowAt& at, int j, double& cell) {
    if (!sees(problem, at, j)) cell = -infinity;
  });
  return softmax_of(problem, scores);
}
Tensor weights_twice_by_hand(const Problem& problem, Earlier earlier) {
  return softmax_of(problem, written_weights(problem, earlier));
}
Tensor weights_log_by_hand(const Problem& problem, Earlier earlier) {
  const Tensor weights = written_weights(problem, earlier);
  return make(problem, [&](const RowAt& at, int j) {
    const double weight = in_row(weights, at, j);
    if (!sees(problem, at, j)) return 0.0;
    return weight > 0.0 ? std::log(weight) : std::numeric_limits<double>::quiet_NaN();
  });
}
Tensor weights_log(const Problem& problem, Earlier earlier) {
  return changed(problem, earlier, [](const RowAt&, int, double weight) { return std::log(weight); });
}
Tensor weights_log_masked(const Problem& problem, Earlier earlier) {
  return changed(problem, earlier, [&](const RowAt& at, int j, double weight) {
    return sees(problem, at, j) ? std::log(weight) : 0.0;
  });
}
Tensor weights_sigmoid(const Problem& problem, Earlier earlier) {
  return make(problem, [&](const RowAt& at, int j) {
    return 1.0 / (1.0 + std::exp(-in_row(softmax_input(earlier), at, j)));
  });
}

Tensor weights_one_hot_first(const Problem& problem, Earlier earlier) {
  return one_hot(problem, earlier, Tie::first);
}
Tensor weights_one_hot_last(const Problem& problem, Earlier earlier) {
  return one_hot(problem, earlier, Tie::last);
}
Tensor weights_one_hot_own(const Problem& problem, Earlier earlier) {
  return one_hot(problem, earlier, Tie::own);
}

Tensor weights_over_scores(const Problem& problem, Earlier earlier) {
  const Tensor sums = sum_of_scores(problem, earlier);
  return quotients(problem, earlier, [&](const RowAt& at, int) { return sums.at({at.b, at.h, at.i}); });
}
Tensor weights_over_row_before(const Problem& problem, Earlier earlier) {
  const Tensor& sums = earlier.at(Step::sum);
  return quotients(problem, earlier, [&](const RowAt& at, int) {
    return sums.at({at.b, at.h, (at.i + problem.query_count - 1) % problem.query_count});
  });
}
Tensor weights_over_others(const Problem& problem, Earlier earlier) {
  const Tensor& numerators = earlier.at(Step::exp);
  return quotients(problem, earlier, [&](const RowAt& at, int j) {
    return earlier.at(Step::sum).at({at.b, at.h, at.i}) - in_row(numerators, at, j);
  });
}
Tensor weights_over_sum_plus_one(const Problem& problem, Earlier earlier) {
  return quotients(problem, earlier, [&](const RowAt& at, int) {
    return earlier.at(Step::sum).at({at.b, at.h, at.i}) + 1.0;
  });
}
Tensor weights_over_key_count(const Problem& problem, Earlier earlier) {
  return quotients(problem, earlier, [&](const RowAt&, int) { return problem.key_count; });
}
Tensor weights_over_visible_count(const Problem& problem, Earlier earlier) {
  return quotients(problem, earlier, [&](const RowAt& at, int) { return visible_keys(problem, at); });
}

Tensor weights_of_first_head(const Problem& problem, Earlier earlier) {
  const Tensor right = step_weights(problem, earlier);
  return make(problem, [&](const RowAt& at, int j) { return right.at({at.b, 0, at.i, j}); });
}
Tensor weights_mean_of_heads(const Problem& problem, Earlier earlier) {
  return mean_of_heads(problem, step_weights(problem, earlier));
}
Tensor weights_mean_by_hand(const Problem& problem, Earlier earlier) {
  return mean_of_heads(problem, written_weights(problem, earlier));
}
Tensor weights_one_mean(const Problem& problem, Earlier earlier) {
  return of_first_head(problem, weights_mean_of_heads(problem, earlier));
}
Tensor weights_one_mean_by_hand(const Problem& problem, Earlier earlier) {
  return of_first_head(problem, weights_mean_by_hand(problem, earlier));
}

}  // namespace qkv::wrong
