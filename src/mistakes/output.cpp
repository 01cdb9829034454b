#include "qkv/base/number.hpp"
#include "qkv/trace/heads.hpp"
#include "qkv/trace/pipeline.hpp"
#include "qkv/trace/softmax.hpp"
#include "qkv/trace/steps.hpp"
#include "rows.hpp"
#include "wrong_steps.hpp"

namespace qkv::wrong {
namespace {

using Row = const double*;

// Σ_j weight(at, j) · row(at, j): [B, H, T_q, features]. Rows of padded queries are 0.
template <typename Weight, typename RowOf>
Tensor mix(const Problem& problem, int features, Weight weight, RowOf row_of) {
  Tensor output({problem.batch, problem.heads, problem.query_count, features});
  double* to = output.values().data();
  each_row(problem, [&](const RowAt& at) {
    double* row = to;
    to += features;
    if (problem.is_padded_query(at.b, at.i)) return;
    for (int j = 0; j < problem.key_count; ++j) {
      const double w = weight(at, j);
      if (w == 0.0) continue;
      const Row from = row_of(at, j);
      for (int d = 0; d < features; ++d) row[d] += w * from[d];
    }
  });
  return output;
}

// The same with the rows of V.
template <typename Weight>
Tensor mix_values(const Problem& problem, const Trace& earlier, Weight weight) {
  const HeadRows values = value_rows(problem, earlier);
  return mix(problem, problem.d_v, weight,
             [&](const RowAt& at, int j) { return values.row(at.b, problem.kv_head_of(at.h), j); });
}

// The right weights.
auto weights_of(const Trace& earlier) {
  return [&weights = final_weights(earlier)](const RowAt& at, int j) {
    return weights.at({at.b, at.h, at.i, j});
  };
}

Tensor of_largest(const Problem& problem, const Trace& earlier, Tie tie) {
  const Tensor& weights = final_weights(earlier);
  return mix_values(problem, earlier, [&](const RowAt& at, int j) {
    return j == largest_of_row(problem, weights, at, tie) ? 1.0 : 0.0;
  });
}

}  // namespace

Tensor output_transposed(const Problem& problem, Earlier earlier) {
  const Tensor& weights = final_weights(earlier);
  return mix_values(problem, earlier, [&](const RowAt& at, int j) {
    return weights.at({at.b, at.h, j, at.i});
  });
}

Tensor output_of_keys(const Problem& problem, Earlier earlier) {
  const HeadRows keys = key_rows(problem, earlier);
  return mix(problem, problem.d_k, weights_of(earlier),
             [&](const RowAt& at, int j) { return keys.row(at.b, problem.kv_head_of(at.h), j); });
}
Tensor output_of_queries(const Problem& problem, Earlier earlier) {
  const HeadRows queries = query_rows(problem, earlier);
  return mix(problem, problem.d_k, weights_of(earlier),
             [&](const RowAt& at, int j) { return queries.row(at.b, at.h, j); });
}

Tensor output_mean(const Problem& problem, Earlier earlier) {
  return mix_values(problem, earlier, [&](const RowAt&, int) { return 1.0 / problem.key_count; });
}
Tensor output_mean_by_hand(const Problem& problem, Earlier earlier) {
  const double share = round_half_away(1.0 / problem.key_count, of_step(problem.decimals, Step::weights));
  return mix_values(problem, earlier, [&](const RowAt&, int) { return share; });
}
Tensor output_mean_of_visible(const Problem& problem, Earlier earlier) {
  return mix_values(problem, earlier, [&](const RowAt& at, int j) {
    return sees(problem, at, j) ? 1.0 / visible_keys(problem, at) : 0.0;
  });
}
Tensor output_total(const Problem& problem, Earlier earlier) {
  return mix_values(problem, earlier, [](const RowAt&, int) { return 1.0; });
}
Tensor output_total_of_visible(const Problem& problem, Earlier earlier) {
  return mix_values(problem, earlier,
                    [&](const RowAt& at, int j) { return sees(problem, at, j) ? 1.0 : 0.0; });
}

Tensor output_of_largest_first(const Problem& problem, Earlier earlier) {
  return of_largest(problem, earlier, Tie::first);
}
Tensor output_of_largest_last(const Problem& problem, Earlier earlier) {
  return of_largest(problem, earlier, Tie::last);
}
Tensor output_of_largest_own(const Problem& problem, Earlier earlier) {
  return of_largest(problem, earlier, Tie::own);
}

Tensor output_own_row(const Problem& problem, Earlier earlier) {
  return mix_values(problem, earlier, [&](const RowAt& at, int j) { return j == at.i ? 1.0 : 0.0; });
}
Tensor output_own_value(const Problem& problem, Earlier earlier) {
  const auto weight = weights_of(earlier);
  return mix_values(problem, earlier,
                    [&](const RowAt& at, int j) { return j == at.i ? weight(at, j) : 0.0; });
}
Tensor output_over_count(const Problem& problem, Earlier earlier) {
  const auto weight = weights_of(earlier);
  return mix_values(problem, earlier,
                    [&](const RowAt& at, int j) { return weight(at, j) / problem.key_count; });
}
Tensor output_over_visible_count(const Problem& problem, Earlier earlier) {
  const auto weight = weights_of(earlier);
  return mix_values(problem, earlier, [&](const RowAt& at, int j) {
    const double w = weight(at, j);
    return w == 0.0 ? 0.0 : w / visible_keys(problem, at);
  });
}

Tensor output_of_scores(const Problem& problem, Earlier earlier) {
  const Tensor& scores = table_of(problem, earlier, Step::scores);
  return mix_values(problem, earlier, [&](const RowAt& at, int j) {
    return scores.at({at.b, at.h, at.i, j});
  });
}
Tensor output_of_scaled(const Problem& problem, Earlier earlier) {
  const Tensor& scaled = earlier.at(Step::scaled);
  return mix_values(problem, earlier, [&](const RowAt& at, int j) {
    return scaled.at({at.b, at.h, at.i, j});
  });
}
Tensor output_of_masked(const Problem& problem, Earlier earlier) {
  const Tensor& masked = softmax_input(earlier);
  return mix_values(problem, earlier, [&](const RowAt& at, int j) {
    return sees(problem, at, j) ? masked.at({at.b, at.h, at.i, j}) : 0.0;
  });
}

Tensor output_plus_query(const Problem& problem, Earlier earlier) {
  Tensor output = step_output(problem, earlier);
  const HeadRows queries = query_rows(problem, earlier);
  double* cell = output.values().data();
  each_row(problem, [&](const RowAt& at) {
    const Row query = queries.row(at.b, at.h, at.i);
    for (int d = 0; d < problem.d_v; ++d) *cell++ += query[d];
  });
  return output;
}

Tensor output_by_first_head(const Problem& problem, Earlier earlier) {
  const Tensor& weights = final_weights(earlier);
  return mix_values(problem, earlier, [&](const RowAt& at, int j) { return weights.at({at.b, 0, at.i, j}); });
}
Tensor output_by_mean_of_heads(const Problem& problem, Earlier earlier) {
  const Tensor& weights = final_weights(earlier);
  return mix_values(problem, earlier, [&](const RowAt& at, int j) {
    double sum = 0.0;
    for (int h = 0; h < problem.heads; ++h) sum += weights.at({at.b, h, at.i, j});
    return sum / problem.heads;
  });
}

Tensor output_other_group(const Problem& problem, Earlier earlier) {
  const HeadRows values = value_rows(problem, earlier);
  return mix(problem, problem.d_v, weights_of(earlier),
             [&](const RowAt& at, int j) { return values.row(at.b, at.h % problem.kv_heads, j); });
}

}  // namespace qkv::wrong
