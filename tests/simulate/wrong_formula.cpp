#include "simulate/wrong_formula.hpp"

#include <array>

namespace qkv::test {
namespace {

using F = WrongFormula;

// clang-format off
constexpr std::array<std::string_view, wrong_formula_count + 1> names = {
    "none", "projection-transposed", "projection-bias-omitted", "heads-by-reshape",
    "queries-and-keys-swapped", "dot-product-cut-short", "scale-omitted", "scale-by-d_k", "scale-by-model",
    "scale-by-tokens", "scale-multiplied", "mask-ignored", "mask-fills-zero", "mask-flipped",
    "mask-hides-diagonal", "mask-inverted", "mask-after-softmax", "bias-subtracted", "exp-of-base-2",
    "sum-of-scores", "softmax-over-queries", "softmax-over-table", "softmax-omitted", "not-normalised",
    "weights-uniform", "weights-one-hot", "dropout-omitted", "dropout-not-rescaled", "weights-transposed",
    "values-averaged", "keys-for-values", "value-heads-interleaved", "heads-reversed", "heads-interleaved",
    "output-projection-transposed", "output-projection-omitted", "output-bias-omitted"};
// clang-format on

}  // namespace

std::string_view wrong_formula_name(WrongFormula formula) {
  return names[static_cast<std::size_t>(formula)];
}

std::string_view known_mistake(WrongFormula formula) {
  switch (formula) {
    case F::heads_by_reshape:
      return "head-split-no-transpose";
    case F::queries_and_keys_swapped:
      return "scores-transposed";
    case F::dot_product_cut_short:
      return "dot-last-term-dropped";
    case F::scale_omitted:
      return "scale-missing";
    case F::scale_by_d_k:
      return "scale-by-dk";
    case F::scale_by_model:
      return "scale-by-sqrt-dmodel";
    case F::scale_by_tokens:
      return "scale-by-sqrt-seq";
    case F::scale_multiplied:
      return "scale-multiplied";
    case F::mask_ignored:
      return "mask-missing";
    case F::mask_fills_zero:
      return "mask-zero-before-softmax";
    case F::mask_flipped:
      return "causal-triangle-swapped";
    case F::mask_hides_diagonal:
      return "causal-diagonal-masked";
    case F::mask_inverted:
      return "mask-polarity-inverted";
    case F::mask_after_softmax:
      return "mask-after-softmax-no-renorm";
    case F::exp_of_base_2:
      return "exp-base-2";
    case F::sum_of_scores:
      return "denominator-raw-sum";
    case F::softmax_over_queries:
      return "softmax-columns";
    case F::softmax_over_table:
      return "softmax-global";
    case F::softmax_omitted:
      return "normalise-raw-scores";
    case F::not_normalised:
      return "exp-not-normalised";
    case F::weights_one_hot:
      return "argmax-one-hot";
    case F::weights_transposed:
      return "weights-transposed";
    case F::values_averaged:
      return "values-averaged";
    case F::keys_for_values:
      return "weights-times-keys";
    case F::value_heads_interleaved:
      return "kv-head-shifted";
    case F::heads_reversed:
      return "head-order-reversed";
    case F::heads_interleaved:
      return "head-merge-interleaved";
    case F::output_projection_transposed:
      return "output-projection-transposed";
    case F::output_projection_omitted:
      return "output-projection-missing";
    case F::none:
    case F::projection_transposed:
    case F::projection_bias_omitted:
    case F::bias_subtracted:
    case F::weights_uniform:
    case F::dropout_omitted:
    case F::dropout_not_rescaled:
    case F::output_bias_omitted:
      return "";
  }
  return "";
}

bool can_be_made(const Problem& p, WrongFormula formula) {
  const bool square_table = p.query_count == p.key_count;
  const bool by_exp = p.softmax == Softmax::exp;
  switch (formula) {
    case F::none:
    case F::scale_by_tokens:
    case F::weights_uniform:
    case F::weights_one_hot:
      return true;
    case F::projection_transposed:
      return p.source && p.source->q.w.size(0) == p.source->q.w.size(1) &&
             p.source->k.w.size(0) == p.source->k.w.size(1) && p.source->v.w.size(0) == p.source->v.w.size(1);
    case F::projection_bias_omitted:
      return p.source && (p.source->q.b || p.source->k.b || p.source->v.b);
    case F::heads_by_reshape:
      return p.computes(Step::q_heads);
    case F::queries_and_keys_swapped:
      return !p.given_scores && square_table;
    case F::dot_product_cut_short:
      return !p.given_scores && p.d_k > 1;
    case F::scale_omitted:
    case F::scale_multiplied:
      return p.scale.kind != Scale::Kind::none;
    case F::scale_by_d_k:
      return p.scale.kind == Scale::Kind::sqrt_dk;
    case F::scale_by_model:
      return p.scale.kind == Scale::Kind::sqrt_dk && p.heads > 1;
    case F::mask_ignored:
    case F::mask_fills_zero:
    case F::mask_inverted:
      return p.masks.any();
    case F::mask_after_softmax:
      return p.masks.any() && by_exp;
    case F::mask_flipped:
    case F::mask_hides_diagonal:
      return p.masks.causal.has_value();
    case F::bias_subtracted:
      return p.masks.bias.has_value();
    case F::exp_of_base_2:
    case F::sum_of_scores:
    case F::softmax_omitted:
    case F::softmax_over_table:
    case F::not_normalised:
      return by_exp;
    case F::softmax_over_queries:
      return by_exp && square_table;  // its sums fit the table of sums
    case F::dropout_omitted:
    case F::dropout_not_rescaled:
      return p.dropout.has_value();
    case F::weights_transposed:
      return p.has_values() && square_table;
    case F::values_averaged:
      return p.has_values();
    case F::keys_for_values:
      return p.has_values() && !p.given_scores && p.d_k == p.d_v;
    case F::value_heads_interleaved:
      return p.has_values() && p.kv_heads > 1 && p.kv_heads < p.heads;
    case F::heads_reversed:
    case F::heads_interleaved:
      return p.computes(Step::merged);
    case F::output_projection_transposed:
    case F::output_projection_omitted:
      return p.w_o && p.w_o->w.size(0) == p.w_o->w.size(1);
    case F::output_bias_omitted:
      return p.w_o && p.w_o->b;
  }
  return false;
}

}  // namespace qkv::test
