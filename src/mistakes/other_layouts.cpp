#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "qkv/trace/heads.hpp"
#include "qkv/trace/pipeline.hpp"
#include "qkv/trace/softmax.hpp"
#include "wrong_steps.hpp"

namespace qkv::wrong {
namespace {

// The rows of all heads, gathered into [members, rows, features] as place(b, h, t) says.
struct Place {
  int member, row, feature;
};

template <typename PlaceOf>
Tensor gather(const Problem& problem, const HeadRows& rows, int positions, Shape shape, PlaceOf place_of) {
  Tensor gathered(std::move(shape));
  for (int b = 0; b < problem.batch; ++b) {
    for (int h = 0; h < problem.heads; ++h) {
      for (int t = 0; t < positions; ++t) {
        const Place to = place_of(b, h, t);
        for (int d = 0; d < rows.features(); ++d) {
          gathered.at({to.member, to.row, to.feature + d}) = rows.row(b, h, t)[d];
        }
      }
    }
  }
  return gathered;
}

// ---- the stages of attention on a table of any layout: its rows are those of the last axis

Tensor divided(Tensor scores, double divisor) {
  for (double& score : scores.values()) score /= divisor;
  return scores;
}

Tensor exponentials(Tensor scores) {
  const int columns = scores.shape().back();
  double* row = scores.values().data();
  for (const double* end = row + scores.values().size(); row != end; row += columns) {
    const double shift = plain_or_maximum(*std::max_element(row, row + columns));
    std::transform(row, row + columns, row, [shift](double score) { return std::exp(score - shift); });
  }
  return scores;
}

Tensor row_sums(const Tensor& numerators) {
  Shape shape = numerators.shape();
  const int columns = shape.back();
  shape.pop_back();
  Tensor sums(std::move(shape));
  const double* row = numerators.values().data();
  for (double& sum : sums.values()) {
    sum = std::accumulate(row, row + columns, 0.0);
    row += columns;
  }
  return sums;
}

Tensor quotients(Tensor numerators, const Tensor& sums) {
  const int columns = numerators.shape().back();
  double* cell = numerators.values().data();
  for (const double sum : sums.values()) {
    for (int j = 0; j < columns; ++j, ++cell) *cell = sum == 0.0 ? 0.0 : *cell / sum;
  }
  return numerators;
}

// [M, R, K] × [M, K, D] → [M, R, D]
std::vector<double> products(const std::vector<double>& left, const std::vector<double>& right, int members,
                             int rows, int inner, int columns) {
  std::vector<double> result(static_cast<std::size_t>(members * rows * columns));
  for (int m = 0; m < members; ++m) {
    for (int i = 0; i < rows; ++i) {
      for (int k = 0; k < inner; ++k) {
        const double weight = left[static_cast<std::size_t>((m * rows + i) * inner + k)];
        for (int d = 0; d < columns; ++d) {
          result[static_cast<std::size_t>((m * rows + i) * columns + d)] +=
              weight * right[static_cast<std::size_t>((m * inner + k) * columns + d)];
        }
      }
    }
  }
  return result;
}

// [M, R, D] × ([M, K, D])ᵀ → [M, R, K]
std::vector<double> dot_products(const Tensor& queries, const Tensor& keys) {
  std::vector<double> result;
  for (int m = 0; m < queries.size(0); ++m) {
    for (int i = 0; i < queries.size(1); ++i) {
      for (int j = 0; j < keys.size(1); ++j) {
        double dot = 0.0;
        for (int d = 0; d < queries.size(2); ++d) dot += queries.at({m, i, d}) * keys.at({m, j, d});
        result.push_back(dot);
      }
    }
  }
  return result;
}

// A table before this one may have been handed in, in its right shape: then this mistake has nothing to go on
// from.
bool has_layout(const Trace& earlier, Step step, const Shape& shape) {
  const Tensor* table = earlier.find(step);
  return table != nullptr && table->shape() == shape;
}

// Steps from the exponentials to the weights; `input` holds the scores that they read.
Tensor softmax_stage(Step step, const Tensor& input, const Trace& earlier) {
  if (step == Step::exp) return exponentials(input);
  if (step == Step::sum) return row_sums(earlier.at(Step::exp));
  return quotients(earlier.at(Step::exp), earlier.at(Step::sum));
}

// ---- one head

Tensor side_by_side(const Problem& problem, const HeadRows& rows, int positions) {
  const int features = rows.features();
  return gather(problem, rows, positions, {problem.batch, positions, problem.heads * features},
                [features](int b, int h, int t) {
                  return Place{b, t, h * features};
                });
}

Tensor masked_for_all(const Problem& problem, Tensor scaled) {
  double* cell = scaled.values().data();
  for (int b = 0; b < problem.batch; ++b) {
    for (int i = 0; i < problem.query_count; ++i) {
      for (int j = 0; j < problem.key_count; ++j, ++cell) {
        *cell = problem.may_look(b, 0, i, j) ? *cell + problem.bias_at(b, 0, i, j)
                                             : -std::numeric_limits<double>::infinity();
      }
    }
  }
  return scaled;
}

// Rows of padded queries [B, 1, T_q, …] are 0.
Tensor cleared(const Problem& problem, Tensor table) {
  const int columns = table.shape().back();
  double* cell = table.values().data();
  for (int b = 0; b < problem.batch; ++b) {
    for (int i = 0; i < problem.query_count; ++i, cell += columns) {
      if (problem.is_padded_query(b, i)) std::fill(cell, cell + columns, 0.0);
    }
  }
  return table;
}

Step table_before(const Problem& problem, Step step) {
  switch (step) {
    case Step::scaled:
      return Step::scores;
    case Step::masked:
      return Step::scaled;
    case Step::exp:
      return problem.computes(Step::masked) ? Step::masked : Step::scaled;
    case Step::sum:
      return Step::exp;
    case Step::output:
      return Step::weights;
    case Step::merged:
      return Step::output;
    default:
      return Step::exp;
  }
}

// Whether the tables that a step reads are in a layout of [members, rows] with so many columns in scores and
// values.
bool can_go_on(const Problem& problem, const Trace& earlier, Step step, const Shape& scores,
               const Shape& output) {
  if (step == Step::scores) return true;
  if (step == Step::merged) return has_layout(earlier, Step::output, output);
  const bool reads_sum = step == Step::weights;
  const Shape sums(scores.begin(), scores.end() - 1);
  return has_layout(earlier, table_before(problem, step), scores) &&
         (!reads_sum || has_layout(earlier, Step::sum, sums));
}

double whole_divisor(const Problem& problem) {
  return problem.scale.kind == Scale::Kind::sqrt_dk ? std::sqrt(problem.d_k * problem.heads)
                                                    : problem.scale.divisor;
}

}  // namespace

template <Step step>
Tensor in_one_head(const Problem& problem, Earlier earlier) {
  const int b = problem.batch;
  const int t_q = problem.query_count;
  const int t_k = problem.key_count;
  if (!can_go_on(problem, earlier, step, {b, 1, t_q, t_k}, {b, 1, t_q, problem.heads * problem.d_v})) {
    return Tensor({0});
  }
  if (step == Step::scores) {
    const Tensor q = side_by_side(problem, query_rows(problem, earlier), t_q);
    const Tensor k = side_by_side(problem, key_rows(problem, earlier), t_k);
    return {{b, 1, t_q, t_k}, dot_products(q, k)};
  }
  if (step == Step::scaled) return divided(earlier.at(Step::scores), whole_divisor(problem));
  if (step == Step::masked) return masked_for_all(problem, earlier.at(Step::scaled));
  if (step == Step::output) {
    const Tensor v = side_by_side(problem, value_rows(problem, earlier), t_k);
    const int features = problem.heads * problem.d_v;
    return {{b, 1, t_q, features},
            products(earlier.at(Step::weights).values(), v.values(), b, t_q, t_k, features)};
  }
  // With one head, [B, 1, T_q, d] and [B, T_q, d] hold the same numbers in the same order.
  if (step == Step::merged) return {shape_of(problem, step), earlier.at(Step::output).values()};
  Tensor table = softmax_stage(step, softmax_input(earlier), earlier);
  return step == Step::weights ? cleared(problem, std::move(table)) : table;
}

template <Step step>
Tensor among_heads(const Problem& problem, Earlier earlier) {
  const int tokens = problem.query_count;
  const int heads = problem.heads;
  if (!can_go_on(problem, earlier, step, {problem.batch, tokens, heads, heads},
                 {problem.batch, tokens, heads, problem.d_v})) {
    return Tensor({0});
  }
  const auto per_token = [&](const HeadRows& rows) {
    return gather(problem, rows, tokens, {problem.batch * tokens, heads, rows.features()},
                  [tokens](int b, int h, int t) {
                    return Place{b * tokens + t, h, 0};
                  });
  };
  if (step == Step::scores) {
    return {{problem.batch, tokens, heads, heads},
            dot_products(per_token(query_rows(problem, earlier)), per_token(key_rows(problem, earlier)))};
  }
  if (step == Step::scaled) return divided(earlier.at(Step::scores), problem.scale.divisor);
  // Masks are about positions, which do not meet here.
  if (step == Step::masked) return earlier.at(Step::scaled);
  if (step == Step::output) {
    const Tensor v = per_token(value_rows(problem, earlier));
    return {{problem.batch, tokens, heads, problem.d_v},
            products(earlier.at(Step::weights).values(), v.values(), problem.batch * tokens, heads, heads,
                     problem.d_v)};
  }
  if (step == Step::merged) return {shape_of(problem, step), earlier.at(Step::output).values()};
  return softmax_stage(step, earlier.at(Step::scaled), earlier);
}

template Tensor in_one_head<Step::scores>(const Problem&, Earlier);
template Tensor in_one_head<Step::scaled>(const Problem&, Earlier);
template Tensor in_one_head<Step::masked>(const Problem&, Earlier);
template Tensor in_one_head<Step::exp>(const Problem&, Earlier);
template Tensor in_one_head<Step::sum>(const Problem&, Earlier);
template Tensor in_one_head<Step::weights>(const Problem&, Earlier);
template Tensor in_one_head<Step::output>(const Problem&, Earlier);
template Tensor in_one_head<Step::merged>(const Problem&, Earlier);

template Tensor among_heads<Step::scores>(const Problem&, Earlier);
template Tensor among_heads<Step::scaled>(const Problem&, Earlier);
template Tensor among_heads<Step::masked>(const Problem&, Earlier);
template Tensor among_heads<Step::exp>(const Problem&, Earlier);
template Tensor among_heads<Step::sum>(const Problem&, Earlier);
template Tensor among_heads<Step::weights>(const Problem&, Earlier);
template Tensor among_heads<Step::output>(const Problem&, Earlier);
template Tensor among_heads<Step::merged>(const Problem&, Earlier);

}  // namespace qkv::wrong
