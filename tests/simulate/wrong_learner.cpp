#include "simulate/wrong_learner.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "qkv/base/number.hpp"
#include "simulate/rounding.hpp"

namespace qkv::test {
namespace {

using F = WrongFormula;

constexpr double blocked = -std::numeric_limits<double>::infinity();

class WrongLearner {
 public:
  WrongLearner(const Problem& problem, F formula, Rounding rounding)
      : problem_(problem), formula_(formula), rounding_(rounding) {}

  Tables run() {
    if (problem_.source) make_projections();
    if (problem_.computes(Step::q_heads)) make_split();
    if (!problem_.given_scores) make_scores();
    make_scaled();
    if (problem_.computes(Step::masked)) make_masked();
    make_exp();
    make_sum();
    make_weights();
    if (problem_.dropout) make_dropped();
    if (!problem_.has_values()) return tables_;
    make_output();
    if (problem_.computes(Step::merged)) make_merged();
    if (problem_.w_o) make_projected();
    return tables_;
  }

 private:
  bool makes(F formula) const { return formula_ == formula; }
  const Tensor& table(Step step) const { return table_or_given(problem_, tables_, step); }

  template <typename Value>
  void make(Step step, Value value_at) {
    const Shape shape = table_shape(problem_, step);
    std::vector<double> values;
    for_each_index(shape, [&](const std::vector<int>& at) {
      double value = is_padded_cell(problem_, step, at) ? 0.0 : value_at(at);
      if (rounding_ == Rounding::each_table) {
        value = rounded(value, of_step(problem_.decimals, step), Ties::away);
      }
      values.push_back(value);
    });
    of_step(tables_, step) = Tensor(shape, std::move(values));
  }

  // ---- from the embeddings to the scores

  void make_projection(Step step, const Tensor& x, const Projection& projection) {
    const bool with_bias = projection.b && !makes(F::projection_bias_omitted);
    make(step, [&](const std::vector<int>& at) {
      double sum = 0.0;
      for (int i = 0; i < projection.w.size(0); ++i) {
        const double w =
            makes(F::projection_transposed) ? projection.w.at({at[2], i}) : projection.w.at({i, at[2]});
        sum = plus(sum, x.at({at[0], at[1], i}) * w);
      }
      return with_bias ? plus(sum, projection.b->at({at[2]})) : sum;
    });
  }

  void make_projections() {
    make_projection(Step::q, problem_.source->x, problem_.source->q);
    make_projection(Step::k, problem_.source->x_kv, problem_.source->k);
    make_projection(Step::v, problem_.source->x_kv, problem_.source->v);
  }

  double split_cell(const Tensor& whole, int heads, const std::vector<int>& at) const {
    if (!makes(F::heads_by_reshape)) return head_cell(whole, heads, at[0], at[1], at[2], at[3]);
    // The numbers of a batch member in the order in which they lie, cut anew.
    const int features = whole.size(2) / heads;
    const int flat = (at[1] * whole.size(1) + at[2]) * features + at[3];
    return whole.at({at[0], flat / whole.size(2), flat % whole.size(2)});
  }

  void make_split() {
    make(Step::q_heads,
         [&](const std::vector<int>& at) { return split_cell(table(Step::q), problem_.heads, at); });
    make(Step::k_heads,
         [&](const std::vector<int>& at) { return split_cell(table(Step::k), problem_.kv_heads, at); });
    make(Step::v_heads,
         [&](const std::vector<int>& at) { return split_cell(table(Step::v), problem_.kv_heads, at); });
  }

  void make_scores() {
    const int features = makes(F::dot_product_cut_short) ? problem_.d_k - 1 : problem_.d_k;
    const bool swapped = makes(F::queries_and_keys_swapped);
    make(Step::scores, [&](const std::vector<int>& at) {
      const int query = swapped ? at[3] : at[2];
      const int key = swapped ? at[2] : at[3];
      double sum = 0.0;
      for (int d = 0; d < features; ++d) {
        sum = plus(sum, q_cell(problem_, tables_, at[0], at[1], query, d) *
                            k_cell(problem_, tables_, at[0], at[1], key, d));
      }
      return sum;
    });
  }

  double divisor() const {
    switch (formula_) {
      case F::scale_omitted:
        return 1.0;
      case F::scale_by_d_k:
        return problem_.d_k;
      case F::scale_by_model:
        return std::sqrt(problem_.heads * problem_.d_k);
      case F::scale_by_tokens:
        return std::sqrt(problem_.key_count);
      case F::scale_multiplied:
        return 1.0 / problem_.scale.divisor;
      default:
        return problem_.scale.divisor;
    }
  }

  void make_scaled() {
    make(Step::scaled, [&](const std::vector<int>& at) { return table(Step::scores).at(at) / divisor(); });
  }

  // ---- mask

  bool sees(const std::vector<int>& at) const {
    const auto rightly = [&] { return problem_.may_look(at[0], at[1], at[2], at[3]); };
    if (makes(F::mask_ignored)) return true;
    if (makes(F::mask_inverted)) return !rightly();
    if (!makes(F::mask_flipped) && !makes(F::mask_hides_diagonal)) return rightly();
    for (const MaskKind kind : all_mask_kinds) {
      if (kind != MaskKind::causal && problem_.blocks(kind, at[0], at[1], at[2], at[3])) return false;
    }
    const int diagonal = at[2] + problem_.masks.causal->offset;
    return makes(F::mask_flipped) ? at[3] >= diagonal : at[3] < diagonal;
  }

  // A bias of −∞ is a mask; whoever looks there all the same adds nothing.
  double with_bias(const std::vector<int>& at) const {
    const double scaled = table(Step::scaled).at(at);
    const double bias = problem_.bias_at(at[0], at[1], at[2], at[3]);
    if (std::isinf(bias)) return scaled;
    return plus(scaled, makes(F::bias_subtracted) ? -bias : bias);
  }

  void make_masked() {
    make(Step::masked, [&](const std::vector<int>& at) {
      if (!sees(at)) return makes(F::mask_fills_zero) ? 0.0 : blocked;
      return with_bias(at);
    });
  }

  // ---- softmax

  // What the exponentials read.
  double score_at(const std::vector<int>& at) const {
    if (!problem_.computes(Step::masked)) return table(Step::scaled).at(at);
    if (!makes(F::mask_after_softmax)) return table(Step::masked).at(at);
    const double scaled = with_bias(at);
    return rounding_ == Rounding::each_table
               ? rounded(scaled, of_step(problem_.decimals, Step::masked), Ties::away)
               : scaled;
  }

  bool has_wide_softmax() const { return makes(F::softmax_over_queries) || makes(F::softmax_over_table); }

  // Plain exponentials where the largest of those that are added up lies in [0, 10]. The softmax over
  // columns or over everything needs one factor for the whole table.
  double shift(const std::vector<int>& row) const {
    double largest = blocked;
    for (int i = 0; i < problem_.query_count; ++i) {
      if (i != row[2] && !has_wide_softmax()) continue;
      for (int j = 0; j < problem_.key_count; ++j) {
        largest = std::max(largest, score_at({row[0], row[1], i, j}));
      }
    }
    if (largest == blocked) return 0.0;
    return largest >= 0.0 && largest <= 10.0 ? 0.0 : largest;
  }

  void make_exp() {
    make(Step::exp, [&](const std::vector<int>& at) {
      const double score = score_at(at);
      if (score == blocked) return 0.0;
      if (problem_.softmax == Softmax::row_sum || makes(F::softmax_omitted)) return score;
      const double exponent = plus(score, -shift(at));
      return makes(F::exp_of_base_2) ? std::exp2(exponent) : std::exp(exponent);
    });
  }

  void make_sum() {
    make(Step::sum, [&](const std::vector<int>& row) {
      double sum = 0.0;
      for (int i = 0; i < problem_.query_count; ++i) {
        if (i != row[2] && !makes(F::softmax_over_table)) continue;
        for (int j = 0; j < problem_.key_count; ++j) sum = plus(sum, summand({row[0], row[1], i, j}));
      }
      return sum;
    });
  }

  double summand(std::vector<int> at) const {
    if (makes(F::softmax_over_queries)) std::swap(at[2], at[3]);
    if (!makes(F::sum_of_scores)) return table(Step::exp).at(at);
    const double score = score_at(at);
    return score == blocked ? 0.0 : score;
  }

  // Nothing visible: all weights are 0. A sum that is 0 for another reason shows as NaN.
  bool row_is_empty(const std::vector<int>& at) const {
    for (int j = 0; j < problem_.key_count; ++j) {
      if (score_at({at[0], at[1], at[2], j}) != blocked) return false;
    }
    return true;
  }

  double weight(const std::vector<int>& at) const {
    if (row_is_empty(at)) return 0.0;
    const double numerator = table(Step::exp).at(at);
    if (makes(F::not_normalised)) return numerator;
    if (makes(F::mask_after_softmax) && !sees(at)) return 0.0;
    const int adds_up = makes(F::softmax_over_queries) ? at[3] : at[2];
    if (makes(F::weights_uniform) || makes(F::weights_one_hot)) return simple_weight(at);
    const double sum = table(Step::sum).at({at[0], at[1], adds_up});
    return sum == 0.0 ? std::numeric_limits<double>::quiet_NaN() : numerator / sum;
  }

  double simple_weight(const std::vector<int>& at) const {
    int visible = 0;
    int first_largest = 0;
    double largest = blocked;
    for (int j = 0; j < problem_.key_count; ++j) {
      const double score = score_at({at[0], at[1], at[2], j});
      if (score == blocked) continue;
      ++visible;
      if (score > largest) first_largest = j;
      largest = std::max(largest, score);
    }
    if (makes(F::weights_one_hot)) return at[3] == first_largest ? 1.0 : 0.0;
    return score_at(at) == blocked ? 0.0 : 1.0 / visible;
  }

  void make_weights() {
    make(Step::weights, [&](const std::vector<int>& at) { return weight(at); });
  }

  void make_dropped() {
    make(Step::dropped, [&](const std::vector<int>& at) {
      const double weight = table(Step::weights).at(at);
      if (makes(F::dropout_omitted)) return weight;
      const bool keeps = broadcast_at(problem_.dropout->keep, at[0], at[1], at[2], at[3]) != 0.0;
      if (!keeps) return 0.0;
      return makes(F::dropout_not_rescaled) ? weight : weight / plus(1.0, -problem_.dropout->p);
    });
  }

  // ---- output

  double value_cell(int batch, int head, int key, int feature) const {
    if (makes(F::keys_for_values)) return k_cell(problem_, tables_, batch, head, key, feature);
    if (makes(F::value_heads_interleaved)) {
      const Step step = problem_.computes(Step::v_heads) ? Step::v_heads : Step::v;
      return head_cell(table(step), problem_.kv_heads, batch, head % problem_.kv_heads, key, feature);
    }
    return v_cell(problem_, tables_, batch, head, key, feature);
  }

  double output_weight(const Tensor& weights, const std::vector<int>& at, int key) const {
    if (makes(F::values_averaged)) return 1.0 / problem_.key_count;
    if (makes(F::weights_transposed)) return weights.at({at[0], at[1], key, at[2]});
    return weights.at({at[0], at[1], at[2], key});
  }

  void make_output() {
    const Tensor& weights = table(problem_.dropout ? Step::dropped : Step::weights);
    make(Step::output, [&](const std::vector<int>& at) {
      double sum = 0.0;
      for (int j = 0; j < problem_.key_count; ++j) {
        sum = plus(sum, output_weight(weights, at, j) * value_cell(at[0], at[1], j, at[3]));
      }
      return sum;
    });
  }

  // The cell of the output that belongs at feature c of a position.
  double merged_cell(int batch, int query, int c) const {
    int head = c / problem_.d_v;
    int feature = c % problem_.d_v;
    if (makes(F::heads_reversed)) head = problem_.heads - 1 - head;
    if (makes(F::heads_interleaved)) {
      head = c % problem_.heads;
      feature = c / problem_.heads;
    }
    return table(Step::output).at({batch, head, query, feature});
  }

  void make_merged() {
    make(Step::merged, [&](const std::vector<int>& at) { return merged_cell(at[0], at[1], at[2]); });
  }

  double input_of_projection(int batch, int query, int c) const {
    return problem_.computes(Step::merged) ? table(Step::merged).at({batch, query, c})
                                           : merged_cell(batch, query, c);
  }

  void make_projected() {
    const Tensor& w = problem_.w_o->w;
    const bool with_bias = problem_.w_o->b && !makes(F::output_bias_omitted);
    make(Step::projected, [&](const std::vector<int>& at) {
      if (makes(F::output_projection_omitted)) return input_of_projection(at[0], at[1], at[2]);
      double sum = 0.0;
      for (int i = 0; i < w.size(0); ++i) {
        const double factor = makes(F::output_projection_transposed) ? w.at({at[2], i}) : w.at({i, at[2]});
        sum = plus(sum, input_of_projection(at[0], at[1], i) * factor);
      }
      return with_bias ? plus(sum, problem_.w_o->b->at({at[2]})) : sum;
    });
  }

  const Problem& problem_;
  F formula_;
  Rounding rounding_;
  Tables tables_;
};

bool is_writable(double value) {
  return std::isfinite(value) || value == blocked;
}

}  // namespace

std::optional<Tables> wrong_tables(const Problem& problem, WrongFormula formula, Rounding rounding) {
  if (!can_be_made(problem, formula)) return std::nullopt;
  Tables tables = WrongLearner(problem, formula, rounding).run();
  for (const Tensor& table : tables) {
    if (!std::ranges::all_of(table.values(), is_writable)) return std::nullopt;
  }
  return tables;
}

Answers hand_in(const Problem& problem, const Tables& tables) {
  Answers answers;
  answers.problem = problem.id;
  for (const Step step : problem.asked) {
    AnswerTable answer{step, table_shape(problem, step), {}, {}};
    for (const double value : of_step(tables, step).values()) {
      answer.cells.push_back({.written = written(value, of_step(problem.decimals, step), {}), .place = {}});
    }
    answers.tables.push_back(std::move(answer));
  }
  return answers;
}

int moved_cells(const Problem& problem, const Pair& unrounded, const Pair& as_written) {
  int moved = 0;
  for (const Step step : problem.asked) {
    if (step == Step::exp || step == Step::sum) continue;
    const double unit = std::pow(10.0, -of_step(problem.decimals, step));
    std::size_t flat = 0;
    const auto lie_apart = [&](const Pair& pair) {
      const double a = of_step(pair.wrong, step).values()[flat];
      const double b = of_step(pair.right, step).values()[flat];
      return a != b && snap(std::fabs(a - b)) > unit;
    };
    for_each_index(table_shape(problem, step), [&](const std::vector<int>& at) {
      if (!is_padded_cell(problem, step, at) && lie_apart(unrounded) && lie_apart(as_written)) ++moved;
      ++flat;
    });
  }
  return moved;
}

}  // namespace qkv::test
