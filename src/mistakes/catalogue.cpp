#include <algorithm>
#include <array>
#include <cmath>

#include "conditions.hpp"
#include "qkv/mistakes/mistakes.hpp"
#include "qkv/trace/steps.hpp"
#include "wrong_steps.hpp"

namespace qkv {
namespace {

using namespace wrong;

// A rule that divides the scores by a constant, in all ways of carrying it.
template <double (*divisor)(const Problem&)>
std::vector<Way> scale_ways() {
  return {Way{{Step::scaled, scaled_by<divisor, Constant::exact>}},
          Way{{Step::scaled, scaled_by<divisor, Constant::rounded>}},
          Way{{Step::scaled, scaled_by<divisor, Constant::reciprocal>}}};
}
constexpr StepFunction unscaled = scaled_by<one, Constant::exact>;

// Where it divides by something else than is right.
template <double (*divisor)(const Problem&), bool (*needed)(const Problem&) = is_scaled>
bool divides_wrongly(const Problem& p) {
  return needed(p) && std::fabs(divisor(p) - p.scale.divisor) > 1e-9;
}

// What people write where −∞ belongs.
std::vector<Way> finite_fills() {
  std::vector<Way> ways;
  for (const StepFunction fill :
       {masked_filled<-10>, masked_filled<-100>, masked_filled<-10'000>, masked_filled<-1'000'000'000>,
        masked_filled<-5>, masked_filled<-20>, masked_filled<-50>, masked_filled<-99>, masked_filled<-999>,
        masked_filled<-1'000>, masked_filled<-9'999>, masked_filled<-65'504>, masked_filled<-100'000>,
        masked_filled<-1'000'000>, masked_lowest, masked_added<-10>, masked_added<-100>,
        masked_added<-10'000>}) {
    ways.push_back({{Step::masked, fill}});
  }
  return ways;
}

// ---- THE table
// ----------------------------------------------------------------------------------------------------

std::vector<Mistake> all_mistakes() {
  using S = Step;
  return {
      // scores
      {"scores-transposed",
       S::scores,
       has_dot_products,
       {Way{{S::scores, scores_of_keys_by_queries}}},
       Extent::table},
      {"key-not-transposed", S::scores, has_tokens_as_features, {Way{{S::scores, scores_key_not_turned}}}},
      {"key-reshaped-not-transposed", S::scores, can_be_reread, {Way{{S::scores, scores_key_reshaped}}}},
      {"query-self-scores", S::scores, has_square_scores, {Way{{S::scores, scores_of_queries}}}},
      {"key-self-scores", S::scores, has_square_scores, {Way{{S::scores, scores_of_keys}}}},
      {"score-with-value", S::scores, has_wide_values, {Way{{S::scores, scores_with_values}}}},
      {"key-value-swapped",
       S::scores,
       has_wide_values,
       {Way{{S::scores, scores_with_values}, {S::output, output_of_keys}}}},
      {"dot-adds-instead-of-multiplies", S::scores, has_dot_products, {Way{{S::scores, scores_of_sums}}}},
      {"dot-last-term-dropped", S::scores, has_several_components, {Way{{S::scores, scores_short}}}},
      {"cosine-instead-of-dot", S::scores, has_dot_products, {Way{{S::scores, scores_cosine}}}},
      {"query-row-off-by-one",
       S::scores,
       has_several_queries,
       {Way{{S::scores, scores_next_query}}, Way{{S::scores, scores_next_query_but_last}}},
       Extent::table},
      {"key-index-off-by-one",
       S::scores,
       has_several_keys,
       {Way{{S::scores, scores_next_key}}, Way{{S::scores, scores_next_key_but_last}}},
       Extent::table},

      // scale
      {"scale-missing", S::scaled, divides_wrongly<one>, scale_ways<one>(), Extent::row, one},
      {"scale-by-dk",
       S::scaled,
       is_scaled,
       {Way{{S::scaled, scaled_by<d_k, Constant::exact>}}, Way{{S::scaled, scaled_twice<Constant::exact>}},
        Way{{S::scaled, scaled_twice<Constant::rounded>}},
        Way{{S::scaled, scaled_twice<Constant::reciprocal>}}, Way{{S::scaled, scaled_twice_by_hand}},
        // The second division has to be made as well: where its table is given nobody makes this mistake.
        Way{{S::scores, scores_scaled}, {S::scaled, step_scaled}}},
       Extent::row,
       d_k},
      {"scale-multiplied", S::scaled, divides_wrongly<inverse_scale>, scale_ways<inverse_scale>(),
       Extent::row, inverse_scale},
      {"scale-by-sqrt-dmodel", S::scaled, divides_wrongly<sqrt_dmodel, is_scaled_in_heads>,
       scale_ways<sqrt_dmodel>(), Extent::row, sqrt_dmodel},
      {"scale-by-sqrt-seq", S::scaled, divides_wrongly<sqrt_seq>, scale_ways<sqrt_seq>(), Extent::row,
       sqrt_seq},
      {"scale-by-seq", S::scaled, divides_wrongly<seq>, scale_ways<seq>(), Extent::row, seq},
      {"scale-by-half-dk", S::scaled, divides_wrongly<half_dk>, scale_ways<half_dk>(), Extent::row, half_dk},
      {"scale-copied-8", S::scaled, divides_wrongly<eight>, scale_ways<eight>(), Extent::row, eight},
      {"scale-fourth-root-once", S::scaled, divides_wrongly<fourth_root_dk>, scale_ways<fourth_root_dk>(),
       Extent::row, fourth_root_dk},
      {"scale-by-sqrt-dv", S::scaled, divides_wrongly<sqrt_dv, is_scaled_with_values>, scale_ways<sqrt_dv>(),
       Extent::row, sqrt_dv},
      {"scale-after-softmax",
       S::scaled,
       is_scaled,
       {Way{{S::scaled, unscaled}, {S::weights, weights_scaled_late<Constant::exact>}},
        Way{{S::scaled, unscaled}, {S::weights, weights_scaled_late<Constant::rounded>}},
        Way{{S::scaled, unscaled}, {S::weights, weights_scaled_late<Constant::reciprocal>}}}},

      // mask
      {"mask-missing", S::masked, is_masked, {Way{{S::masked, masked_not}}, Way{{S::masked, masked_copied}}}},
      {"mask-zero-before-softmax", S::masked, is_masked, {Way{{S::masked, masked_zero}}}},
      {"mask-minus-one-fill", S::masked, is_masked, {Way{{S::masked, masked_minus_1}}}},
      {"mask-finite-too-small", S::masked, is_masked, finite_fills()},
      {"mask-plus-inf", S::masked, is_masked, {Way{{S::masked, masked_plus_infinity}}}},
      {"mask-additive-keep-ones", S::masked, is_masked, {Way{{S::masked, masked_keep_added}}}},
      {"mask-additive-drop-ones", S::masked, is_masked, {Way{{S::masked, masked_drop_added}}}},
      {"mask-polarity-inverted",
       S::masked,
       is_masked,
       {Way{{S::masked, masked_inverted}},
        Way{{S::masked, masked_inverted}, {S::weights, weights_uniform_if_empty}}}},
      {"causal-diagonal-masked",
       S::masked,
       is_causal,
       {Way{{S::masked, masked_diagonal}},
        Way{{S::masked, masked_diagonal}, {S::weights, weights_uniform_if_empty}}}},
      {"causal-one-ahead", S::masked, is_causal, {Way{{S::masked, masked_one_ahead}}}},
      {"causal-triangle-swapped", S::masked, is_causal, {Way{{S::masked, masked_triangle_swapped}}}},
      {"causal-missing", S::masked, is_causal, {Way{{S::masked, masked_without_causal}}}},
      {"causal-upper-left", S::masked, is_causal_with_offset, {Way{{S::masked, masked_upper_left}}}},
      {"window-one-short",
       S::masked,
       has_window,
       {Way{{S::masked, masked_window_short}}, Way{{S::masked, masked_window_long}}}},
      {"mask-after-softmax-no-renorm",
       S::masked,
       is_masked,
       {Way{{S::masked, masked_not}, {S::weights, weights_masked_late}},
        Way{{S::exp, exp_unmasked}, {S::weights, weights_masked_late}}}},
      {"pad-missing", S::masked, has_padding, {Way{{S::masked, masked_without_padding}}}},
      {"pad-on-query-axis", S::masked, has_square_padding, {Way{{S::masked, masked_padded_rows}}}},
      {"pad-or-causal", S::masked, has_padding_and_causal, {Way{{S::masked, masked_padding_or_causal}}}},
      {"pad-equality-instead-of-and",
       S::masked,
       has_square_padding,
       {Way{{S::masked, masked_equal_padding}}}},
      {"bias-scaled-with-scores", S::masked, has_bias, {Way{{S::masked, masked_bias_scaled}}}},
      {"pad-query-not-cleared", S::weights, has_padded_queries, {Way{{S::weights, weights_not_cleared}}}},

      // softmax
      {"softmax-columns",
       S::weights,
       always,
       {Way{{S::exp, exp_common}, {S::sum, sum_of_columns}, {S::weights, weights_by_column_sums}},
        Way{{S::exp, exp_common}, {S::weights, weights_over_columns}}}},
      {"softmax-global",
       S::weights,
       always,
       {Way{{S::exp, exp_common}, {S::sum, sum_of_everything}},
        Way{{S::exp, exp_common}, {S::weights, weights_over_everything}}}},
      {"normalise-raw-scores",
       S::exp,
       takes_exponentials,
       {Way{{S::exp, exp_is_score}, {S::weights, weights_of_sums}},
        Way{{S::exp, exp_is_e_times}, {S::weights, weights_of_sums}}}},
      {"exp-not-normalised", S::weights, takes_exponentials, {Way{{S::weights, weights_are_numerators}}}},
      {"exp-base-2",
       S::exp,
       takes_exponentials,
       {Way{{S::exp, exp_base_2}}, Way{{S::exp, exp_base_2_shifted}}, Way{{S::exp, exp_base_2_by_hand}}}},
      {"exp-base-10",
       S::exp,
       takes_exponentials,
       {Way{{S::exp, exp_base_10}}, Way{{S::exp, exp_base_10_shifted}}, Way{{S::exp, exp_base_10_by_hand}}}},
      {"softmax-missing",
       S::weights,
       always,
       {Way{{S::weights, weights_are_scores}}, Way{{S::weights, weights_are_masked_scores}}}},
      {"softmax-twice",
       S::weights,
       always,
       {Way{{S::weights, weights_twice}}, Way{{S::weights, weights_twice_masked}},
        Way{{S::weights, weights_twice_by_hand}}}},
      {"log-softmax-as-weights",
       S::weights,
       always,
       {Way{{S::weights, weights_log}}, Way{{S::weights, weights_log_masked}},
        Way{{S::weights, weights_log_by_hand}}}},
      {"sigmoid-instead-of-softmax", S::weights, takes_exponentials, {Way{{S::weights, weights_sigmoid}}}},
      {"argmax-one-hot",
       S::weights,
       always,
       {Way{{S::weights, weights_one_hot_first}}, Way{{S::weights, weights_one_hot_last}},
        Way{{S::weights, weights_one_hot_own}}}},
      {"softmax-negated",
       S::exp,
       takes_exponentials,
       {Way{{S::exp, exp_negated}}, Way{{S::exp, exp_negated_shifted}}, Way{{S::exp, exp_negated_from_top}}}},
      {"denominator-raw-sum",
       S::sum,
       takes_exponentials,
       {Way{{S::sum, sum_of_scores}, {S::weights, weights_of_sums}}, Way{{S::weights, weights_over_scores}}}},
      {"denominator-wrong-row",
       S::sum,
       has_several_queries,
       {Way{{S::sum, sum_of_row_before}}, Way{{S::weights, weights_over_row_before}}}},
      {"denominator-excludes-self", S::weights, always, {Way{{S::weights, weights_over_others}}}},
      {"denominator-plus-one",
       S::sum,
       takes_exponentials,
       {Way{{S::sum, sum_plus_one}}, Way{{S::weights, weights_over_sum_plus_one}}}},
      {"divide-by-key-count",
       S::weights,
       always,
       {Way{{S::weights, weights_over_key_count}}, Way{{S::weights, weights_over_visible_count}}}},

      // output
      {"weights-transposed", S::output, has_square_weights, {Way{{S::output, output_transposed}}}},
      {"weights-times-keys", S::output, has_keys_and_values, {Way{{S::output, output_of_keys}}}},
      {"weights-times-queries", S::output, has_queries_as_keys, {Way{{S::output, output_of_queries}}}},
      {"values-averaged",
       S::output,
       has_values,
       {Way{{S::output, output_mean}}, Way{{S::output, output_mean_by_hand}}}},
      {"values-averaged-over-allowed",
       S::output,
       has_masked_values,
       {Way{{S::output, output_mean_of_visible}}}},
      {"values-summed-unweighted",
       S::output,
       has_values,
       {Way{{S::output, output_total}}, Way{{S::output, output_total_of_visible}}}},
      {"argmax-value",
       S::output,
       has_values,
       {Way{{S::output, output_of_largest_first}}, Way{{S::output, output_of_largest_last}},
        Way{{S::output, output_of_largest_own}}}},
      {"own-value-only",
       S::output,
       has_square_weights,
       {Way{{S::output, output_own_value}}, Way{{S::output, output_own_row}}}},
      {"weighted-sum-divided-by-count",
       S::output,
       has_values,
       {Way{{S::output, output_over_count}}, Way{{S::output, output_over_visible_count}}}},
      {"scores-times-values",
       S::output,
       has_values,
       {Way{{S::output, output_of_scores}}, Way{{S::output, output_of_scaled}},
        Way{{S::output, output_of_masked}}}},
      {"query-added-to-output", S::output, has_wide_values, {Way{{S::output, output_plus_query}}}},

      // several heads
      {"head-split-no-transpose",
       S::q_heads,
       splits_heads,
       {Way{{S::q_heads, q_heads_by_rows}, {S::k_heads, k_heads_by_rows}, {S::v_heads, v_heads_by_rows}}}},
      {"head-split-interleaved",
       S::q_heads,
       splits_heads,
       {Way{{S::q_heads, q_heads_interleaved},
            {S::k_heads, k_heads_interleaved},
            {S::v_heads, v_heads_interleaved}}}},
      {"head-merge-no-transpose", S::merged, merges_heads, {Way{{S::merged, merged_by_rows}}}},
      {"head-split-and-merge-no-transpose",
       S::q_heads,
       splits_and_merges,
       {Way{{S::q_heads, q_heads_by_rows},
            {S::k_heads, k_heads_by_rows},
            {S::v_heads, v_heads_by_rows},
            {S::merged, merged_by_rows}}}},
      {"head-merge-interleaved", S::merged, merges_heads, {Way{{S::merged, merged_interleaved}}}},
      {"heads-attend-heads",
       S::scores,
       attends_to_itself_in_heads,
       {Way{{S::scores, among_heads<S::scores>, true},
            {S::scaled, among_heads<S::scaled>, true},
            {S::masked, among_heads<S::masked>, true},
            {S::exp, among_heads<S::exp>, true},
            {S::sum, among_heads<S::sum>, true},
            {S::weights, among_heads<S::weights>, true},
            {S::output, among_heads<S::output>, true},
            {S::merged, among_heads<S::merged>, true}}}},
      {"single-head-instead-of-split",
       S::scores,
       can_lose_its_heads,
       {Way{{S::scores, in_one_head<S::scores>, true},
            {S::scaled, in_one_head<S::scaled>, true},
            {S::masked, in_one_head<S::masked>, true},
            {S::exp, in_one_head<S::exp>, true},
            {S::sum, in_one_head<S::sum>, true},
            {S::weights, in_one_head<S::weights>, true},
            {S::output, in_one_head<S::output>, true},
            {S::merged, in_one_head<S::merged>, true}}}},
      {"head-order-reversed",
       S::merged,
       merges_heads,
       {Way{{S::merged, merged_reversed}}, Way{{S::merged, merged_rotated<1>}},
        Way{{S::merged, merged_rotated<2>}}}},
      {"first-head-weights-for-all",
       S::weights,
       has_heads,
       {Way{{S::weights, weights_of_first_head}}, Way{{S::output, output_by_first_head}}}},
      {"head-weights-averaged",
       S::weights,
       has_heads,
       {Way{{S::weights, weights_mean_of_heads}}, Way{{S::weights, weights_mean_by_hand}},
        Way{{S::weights, weights_one_mean}}, Way{{S::weights, weights_one_mean_by_hand}},
        Way{{S::output, output_by_mean_of_heads}}}},
      {"heads-averaged", S::merged, merges_heads, {Way{{S::merged, merged_mean}}}},
      {"heads-summed", S::merged, merges_heads, {Way{{S::merged, merged_total}}}},
      {"kv-head-shifted",
       S::scores,
       has_groups,
       {Way{{S::scores, scores_other_group}, {S::output, output_other_group}},
        Way{{S::scores, scores_other_group}}, Way{{S::output, output_other_group}}}},
      {"output-projection-missing", S::projected, has_projection, {Way{{S::projected, projected_not}}}},
      {"output-projection-transposed",
       S::projected,
       has_square_projection,
       {Way{{S::projected, projected_by_transpose}}}},
  };
}

constexpr std::array<std::string_view, 4> all_concepts = {"causal-padding-confused", "weights-as-explanation",
                                                          "future-changes-past", "scores-shape-bthh"};

}  // namespace

const std::vector<Mistake>& mistakes() {
  static const std::vector<Mistake> rows = all_mistakes();
  return rows;
}

const Mistake* find_mistake(std::string_view id) {
  const auto& rows = mistakes();
  const auto found = std::ranges::find(rows, id, &Mistake::id);
  return found == rows.end() ? nullptr : &*found;
}

Recipe recipe_of(const Way& way) {
  Recipe recipe = right_recipe();
  for (const Replacement& replacement : way) of_step(recipe, replacement.step) = replacement.compute;
  return recipe;
}

std::span<const std::string_view> concepts() {
  return all_concepts;
}

}  // namespace qkv
