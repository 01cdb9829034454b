#include <algorithm>
#include <cmath>
#include <limits>
#include <span>

#include "qkv/trace/softmax.hpp"
#include "qkv/trace/steps.hpp"
#include "rows.hpp"
#include "wrong_steps.hpp"

namespace qkv::wrong {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

double largest_in(const Problem& problem, const Tensor& scores, const RowAt& at) {
  double largest = -infinity;
  for (int j = 0; j < problem.key_count; ++j) largest = std::max(largest, scores.at({at.b, at.h, at.i, j}));
  return largest;
}
double smallest_in(const Problem& problem, const Tensor& scores, const RowAt& at) {
  double smallest = infinity;
  for (int j = 0; j < problem.key_count; ++j) {
    const double score = scores.at({at.b, at.h, at.i, j});
    if (score != -infinity) smallest = std::min(smallest, score);
  }
  return smallest;
}

// f(s) in the place of every score s, 0 where it is −∞.
template <typename Function>
Tensor of_scores(const Trace& earlier, Function f) {
  Tensor numerators = softmax_input(earlier);
  for (double& value : numerators.values()) value = value == -infinity ? 0.0 : f(value);
  return numerators;
}

// f(s, c), c being origin(problem, scores, at) of the row.
template <typename Origin, typename Function>
Tensor of_scores_from(const Problem& problem, const Trace& earlier, Origin origin, Function f) {
  const Tensor& scores = softmax_input(earlier);
  Tensor numerators = scores;
  each_cell(problem, numerators, [&](const RowAt& at, int, double& cell) {
    cell = cell == -infinity ? 0.0 : f(cell, origin(problem, scores, at));
  });
  return numerators;
}

Tensor power(const Trace& earlier, double base) {
  return of_scores(earlier, [base](double s) { return std::pow(base, s); });
}
Tensor shifted_power(const Problem& problem, const Trace& earlier, double base) {
  return of_scores_from(problem, earlier, largest_in,
                        [base](double s, double c) { return std::pow(base, s - c); });
}
// Row by row plain or shifted, as the right numerators are.
Tensor power_by_hand(const Problem& problem, const Trace& earlier, double base) {
  const auto shift = [](const Problem& of, const Tensor& scores, const RowAt& at) {
    return plain_or_maximum(largest_in(of, scores, at));
  };
  return of_scores_from(problem, earlier, shift,
                        [base](double s, double c) { return std::pow(base, s - c); });
}

}  // namespace

Tensor exp_unmasked(const Problem& problem, Earlier earlier) {
  Trace before;
  before.tables.push_back({Step::scaled, masked_not(problem, earlier), {}});
  return step_exp(problem, before);
}

// Columns, or all cells of a head, are added up: they need one common factor. Plain where every number can be
// written down.
Tensor exp_common(const Problem& problem, Earlier earlier) {
  Tensor numerators = softmax_input(earlier);
  const std::size_t cells = problem.query_count * static_cast<std::size_t>(problem.key_count);
  for (auto head = numerators.values().begin(); head != numerators.values().end(); head += cells) {
    const std::span<double> values(head, cells);
    const double shift = plain_or_maximum(*std::ranges::max_element(values));
    for (double& value : values) {
      if (value == -infinity) {
        value = 0.0;
      } else if (problem.softmax == Softmax::exp) {
        value = std::exp(value - shift);
      }
    }
  }
  return numerators;
}

Tensor exp_is_score(const Problem&, Earlier earlier) {
  return of_scores(earlier, [](double s) { return s; });
}
Tensor exp_is_e_times(const Problem&, Earlier earlier) {
  return of_scores(earlier, [](double s) { return std::exp(1.0) * s; });
}

Tensor exp_base_2(const Problem&, Earlier earlier) {
  return power(earlier, 2.0);
}
Tensor exp_base_2_shifted(const Problem& problem, Earlier earlier) {
  return shifted_power(problem, earlier, 2.0);
}
Tensor exp_base_2_by_hand(const Problem& problem, Earlier earlier) {
  return power_by_hand(problem, earlier, 2.0);
}
Tensor exp_base_10(const Problem&, Earlier earlier) {
  return power(earlier, 10.0);
}
Tensor exp_base_10_shifted(const Problem& problem, Earlier earlier) {
  return shifted_power(problem, earlier, 10.0);
}
Tensor exp_base_10_by_hand(const Problem& problem, Earlier earlier) {
  return power_by_hand(problem, earlier, 10.0);
}

Tensor exp_negated(const Problem&, Earlier earlier) {
  return of_scores(earlier, [](double s) { return std::exp(-s); });
}
Tensor exp_negated_shifted(const Problem& problem, Earlier earlier) {
  return of_scores_from(problem, earlier, smallest_in, [](double s, double c) { return std::exp(c - s); });
}
Tensor exp_negated_from_top(const Problem& problem, Earlier earlier) {
  return of_scores_from(problem, earlier, largest_in, [](double s, double c) { return std::exp(c - s); });
}

Tensor sum_of_columns(const Problem& problem, Earlier earlier) {
  Tensor numerators = earlier.at(Step::exp);
  Tensor sums({problem.batch, problem.heads, problem.key_count});
  each_cell(problem, numerators, [&](const RowAt& at, int j, const double& cell) {
    sums.at({at.b, at.h, j}) += cell;
  });
  return sums;
}
Tensor sum_of_everything(const Problem& problem, Earlier earlier) {
  const Tensor rows = step_sum(problem, earlier);
  Tensor sums({problem.batch, problem.heads, problem.query_count});
  each_row(problem, [&](const RowAt& at) {
    for (int i = 0; i < problem.query_count; ++i) sums.at({at.b, at.h, at.i}) += rows.at({at.b, at.h, i});
  });
  return sums;
}
Tensor sum_of_scores(const Problem& problem, Earlier earlier) {
  Trace before;
  before.tables.push_back({Step::exp, exp_is_score(problem, earlier), {}});
  return step_sum(problem, before);
}
Tensor sum_of_row_before(const Problem& problem, Earlier earlier) {
  const Tensor rows = step_sum(problem, earlier);
  Tensor sums = rows;
  each_row(problem, [&](const RowAt& at) {
    const int before = (at.i + problem.query_count - 1) % problem.query_count;
    sums.at({at.b, at.h, at.i}) = rows.at({at.b, at.h, before});
  });
  return sums;
}
Tensor sum_plus_one(const Problem& problem, Earlier earlier) {
  Tensor sums = step_sum(problem, earlier);
  for (double& sum : sums.values()) sum += 1.0;
  return sums;
}

}  // namespace qkv::wrong
