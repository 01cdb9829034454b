// The wrong step functions, a file for each step that they replace. Shapes as in trace/steps.hpp; what is
// wrong stands beside each, with the right formula's letters. NaN: the rule gives no number there.
#pragma once

#include "qkv/trace/trace.hpp"

namespace qkv::wrong {

using Earlier = const Trace&;

// ---- heads.cpp: split, merge, W_O
// ---------------------------------------------------------------------------------

Tensor q_heads_by_rows(const Problem& problem, Earlier earlier);  // [T, H·d] re-read as [H, T, d]
Tensor k_heads_by_rows(const Problem& problem, Earlier earlier);
Tensor v_heads_by_rows(const Problem& problem, Earlier earlier);
Tensor q_heads_interleaved(const Problem& problem, Earlier earlier);  // head h: features h, h + H, h + 2H …
Tensor k_heads_interleaved(const Problem& problem, Earlier earlier);
Tensor v_heads_interleaved(const Problem& problem, Earlier earlier);
Tensor merged_by_rows(const Problem& problem, Earlier earlier);      // [H, T, d] re-read as [T, H·d]
Tensor merged_interleaved(const Problem& problem, Earlier earlier);  // feature j·H + h
template <int by>
Tensor merged_rotated(const Problem& problem, Earlier earlier);          // head h + by in the place of head h
Tensor merged_reversed(const Problem& problem, Earlier earlier);         // the last head first
Tensor merged_mean(const Problem& problem, Earlier earlier);             // mean of the heads: [B, T, d_v]
Tensor merged_total(const Problem& problem, Earlier earlier);            // their sum: [B, T, d_v]
Tensor projected_not(const Problem& problem, Earlier earlier);           // merged as it is
Tensor projected_by_transpose(const Problem& problem, Earlier earlier);  // merged W_Oᵀ

// ---- scores.cpp
// ----------------------------------------------------------------------------------------------------

Tensor scores_of_keys_by_queries(const Problem& problem, Earlier earlier);   // K Qᵀ: [B, H, T_k, T_q]
Tensor scores_key_not_turned(const Problem& problem, Earlier earlier);       // Q K
Tensor scores_key_reshaped(const Problem& problem, Earlier earlier);         // Q · K re-read as [d_k, T_k]
Tensor scores_of_queries(const Problem& problem, Earlier earlier);           // Q Qᵀ
Tensor scores_of_keys(const Problem& problem, Earlier earlier);              // K Kᵀ
Tensor scores_with_values(const Problem& problem, Earlier earlier);          // Q Vᵀ
Tensor scores_of_sums(const Problem& problem, Earlier earlier);              // Σ (q_c + k_c)
Tensor scores_short(const Problem& problem, Earlier earlier);                // without the last component
Tensor scores_cosine(const Problem& problem, Earlier earlier);               // q·k / (|q| |k|)
Tensor scores_next_query(const Problem& problem, Earlier earlier);           // q_(i+1)·k_j
Tensor scores_next_key(const Problem& problem, Earlier earlier);             // q_i·k_(j+1)
Tensor scores_next_query_but_last(const Problem& problem, Earlier earlier);  // the last row as it is
Tensor scores_next_key_but_last(const Problem& problem, Earlier earlier);    // the last column as it is
Tensor scores_other_group(const Problem& problem, Earlier earlier);          // key head h mod H_kv

// ---- scaled.cpp
// ----------------------------------------------------------------------------------------------------

// Scores divided by a constant, as people carry it: as it is, rounded to the asked decimals, or its
// reciprocal rounded and multiplied by.
enum class Constant { exact, rounded, reciprocal };
Tensor scaled_by(const Problem& problem, Earlier earlier, double divisor, Constant constant);

template <double (*divisor)(const Problem&), Constant constant>
Tensor scaled_by(const Problem& problem, Earlier earlier) {
  return scaled_by(problem, earlier, divisor(problem), constant);
}
double one(const Problem& problem);             // S
double d_k(const Problem& problem);             // S / d_k
double inverse_scale(const Problem& problem);   // S · √d_k
double sqrt_dmodel(const Problem& problem);     // S / √(H·d_k)
double sqrt_seq(const Problem& problem);        // S / √T_k
double seq(const Problem& problem);             // S / T_k
double half_dk(const Problem& problem);         // S / (d_k / 2)
double eight(const Problem& problem);           // S / 8
double fourth_root_dk(const Problem& problem);  // S / d_k^¼
double sqrt_dv(const Problem& problem);         // S / √d_v
template <Constant constant>
Tensor scaled_twice(const Problem& problem, Earlier earlier);          // S / √d_k / √d_k
Tensor scaled_twice_by_hand(const Problem& problem, Earlier earlier);  // the same, rounded between
Tensor scores_scaled(const Problem& problem, Earlier earlier);         // (Q/√d_k) Kᵀ, to be divided again

// ---- masked.cpp
// ----------------------------------------------------------------------------------------------------

Tensor masked_not(const Problem& problem, Earlier earlier);      // nothing blocked, the bias added
Tensor masked_copied(const Problem& problem, Earlier earlier);   // scaled as it is
Tensor masked_zero(const Problem& problem, Earlier earlier);     // 0 where blocked
Tensor masked_minus_1(const Problem& problem, Earlier earlier);  // −1 where blocked
template <int fill>
Tensor masked_filled(const Problem& problem, Earlier earlier);  // that number where blocked
Tensor masked_lowest(const Problem& problem, Earlier earlier);  // the least number there is
template <int added>
Tensor masked_added(const Problem& problem, Earlier earlier);             // that number added where blocked
Tensor masked_plus_infinity(const Problem& problem, Earlier earlier);     // +∞ where blocked
Tensor masked_keep_added(const Problem& problem, Earlier earlier);        // + 1 where allowed
Tensor masked_drop_added(const Problem& problem, Earlier earlier);        // + 1 where blocked
Tensor masked_inverted(const Problem& problem, Earlier earlier);          // −∞ where allowed
Tensor masked_diagonal(const Problem& problem, Earlier earlier);          // keep j < i + n
Tensor masked_one_ahead(const Problem& problem, Earlier earlier);         // keep j ≤ i + n + 1
Tensor masked_triangle_swapped(const Problem& problem, Earlier earlier);  // keep j ≥ i + n
Tensor masked_without_causal(const Problem& problem, Earlier earlier);
Tensor masked_upper_left(const Problem& problem, Earlier earlier);    // keep j ≤ i
Tensor masked_window_short(const Problem& problem, Earlier earlier);  // window w − 1
Tensor masked_window_long(const Problem& problem, Earlier earlier);   // window w + 1
Tensor masked_without_padding(const Problem& problem, Earlier earlier);
Tensor masked_padded_rows(const Problem& problem, Earlier earlier);  // rows of padding blocked, no columns
Tensor masked_padding_or_causal(const Problem& problem, Earlier earlier);  // keep causal OR real
Tensor masked_equal_padding(const Problem& problem, Earlier earlier);      // keep real_i = real_j
Tensor masked_bias_scaled(const Problem& problem, Earlier earlier);        // (S + B)/√d_k

// ---- numerators.cpp: exp and sum
// -----------------------------------------------------------------------------------

Tensor exp_unmasked(const Problem& problem, Earlier earlier);        // of the scores before the mask
Tensor exp_common(const Problem& problem, Earlier earlier);          // e^(s − c), one c for each head
Tensor exp_is_score(const Problem& problem, Earlier earlier);        // s
Tensor exp_is_e_times(const Problem& problem, Earlier earlier);      // e·s
Tensor exp_base_2(const Problem& problem, Earlier earlier);          // 2^s
Tensor exp_base_2_shifted(const Problem& problem, Earlier earlier);  // 2^(s − max)
Tensor exp_base_2_by_hand(const Problem& problem, Earlier earlier);  // either, as e^s in the right table
Tensor exp_base_10(const Problem& problem, Earlier earlier);
Tensor exp_base_10_shifted(const Problem& problem, Earlier earlier);
Tensor exp_base_10_by_hand(const Problem& problem, Earlier earlier);
Tensor exp_negated(const Problem& problem, Earlier earlier);           // e^−s
Tensor exp_negated_shifted(const Problem& problem, Earlier earlier);   // e^(min − s)
Tensor exp_negated_from_top(const Problem& problem, Earlier earlier);  // e^(max − s)
Tensor sum_of_columns(const Problem& problem, Earlier earlier);        // Σ over queries: [B, H, T_k]
Tensor sum_of_everything(const Problem& problem, Earlier earlier);     // Σ over queries and keys
Tensor sum_of_scores(const Problem& problem, Earlier earlier);         // Σ s
Tensor sum_of_row_before(const Problem& problem, Earlier earlier);     // that of query i − 1
Tensor sum_plus_one(const Problem& problem, Earlier earlier);          // 1 + Σ

// ---- weights.cpp
// ---------------------------------------------------------------------------------------------------

template <Constant constant>
Tensor weights_scaled_late(const Problem& problem, Earlier earlier);       // E / Z / √d_k
Tensor weights_masked_late(const Problem& problem, Earlier earlier);       // E / Z · keep
Tensor weights_uniform_if_empty(const Problem& problem, Earlier earlier);  // 1 / T_k in rows that see nothing
Tensor weights_not_cleared(const Problem& problem, Earlier earlier);       // padded queries as all others
Tensor weights_of_sums(const Problem& problem, Earlier earlier);           // E / Z, no number where Z is 0
Tensor weights_by_column_sums(const Problem& problem, Earlier earlier);    // E_ij / Z_j, Z of columns
Tensor weights_over_columns(const Problem& problem, Earlier earlier);      // E_ij / Σ_i E_ij
Tensor weights_over_everything(const Problem& problem, Earlier earlier);   // E_ij / Σ_ij E_ij
Tensor weights_are_numerators(const Problem& problem, Earlier earlier);    // E
Tensor weights_are_scores(const Problem& problem, Earlier earlier);        // M, 0 where masked
Tensor weights_are_masked_scores(const Problem& problem, Earlier earlier);  // M
Tensor weights_twice(const Problem& problem, Earlier earlier);              // softmax(A)
Tensor weights_twice_masked(const Problem& problem, Earlier earlier);       // softmax(A) over visible keys
Tensor weights_twice_by_hand(const Problem& problem, Earlier earlier);      // softmax of A as written
Tensor weights_log(const Problem& problem, Earlier earlier);                // log A
Tensor weights_log_masked(const Problem& problem, Earlier earlier);         // log A, 0 where masked
Tensor weights_log_by_hand(const Problem& problem, Earlier earlier);        // log of A as written
Tensor weights_sigmoid(const Problem& problem, Earlier earlier);            // 1 / (1 + e^−s)
Tensor weights_one_hot_first(const Problem& problem, Earlier earlier);  // 1 for the largest; ties: the first
Tensor weights_one_hot_last(const Problem& problem, Earlier earlier);   // ties: the last
Tensor weights_one_hot_own(const Problem& problem, Earlier earlier);    // ties: the query's own position
Tensor weights_over_scores(const Problem& problem, Earlier earlier);    // E / Σ s
Tensor weights_over_row_before(const Problem& problem, Earlier earlier);     // E_ij / Z_(i−1)
Tensor weights_over_others(const Problem& problem, Earlier earlier);         // E_ij / Σ_(k≠j) E_ik
Tensor weights_over_sum_plus_one(const Problem& problem, Earlier earlier);   // E / (1 + Z)
Tensor weights_over_key_count(const Problem& problem, Earlier earlier);      // E / T_k
Tensor weights_over_visible_count(const Problem& problem, Earlier earlier);  // E / number of visible keys
Tensor weights_of_first_head(const Problem& problem, Earlier earlier);       // A_1 for every head
Tensor weights_mean_of_heads(const Problem& problem, Earlier earlier);       // mean of A_h for every head
Tensor weights_mean_by_hand(const Problem& problem, Earlier earlier);        // mean of A_h as written
Tensor weights_one_mean_by_hand(const Problem& problem, Earlier earlier);    // mean of A_h as written, once
Tensor weights_one_mean(const Problem& problem, Earlier earlier);  // the same, once: [B, 1, T_q, T_k]

// ---- output.cpp
// ----------------------------------------------------------------------------------------------------

Tensor output_transposed(const Problem& problem, Earlier earlier);        // Aᵀ V
Tensor output_of_keys(const Problem& problem, Earlier earlier);           // A K: [B, H, T_q, d_k]
Tensor output_of_queries(const Problem& problem, Earlier earlier);        // A Q: [B, H, T_q, d_k]
Tensor output_mean(const Problem& problem, Earlier earlier);              // mean of all v_j
Tensor output_mean_by_hand(const Problem& problem, Earlier earlier);      // 1/T_k as written, times v_j
Tensor output_mean_of_visible(const Problem& problem, Earlier earlier);   // mean of the allowed v_j
Tensor output_total(const Problem& problem, Earlier earlier);             // Σ v_j
Tensor output_total_of_visible(const Problem& problem, Earlier earlier);  // Σ of the allowed v_j
Tensor output_of_largest_first(const Problem& problem, Earlier earlier);  // v of the largest weight
Tensor output_of_largest_last(const Problem& problem, Earlier earlier);
Tensor output_of_largest_own(const Problem& problem, Earlier earlier);
Tensor output_own_row(const Problem& problem, Earlier earlier);             // v_i
Tensor output_own_value(const Problem& problem, Earlier earlier);           // A_ii v_i
Tensor output_over_count(const Problem& problem, Earlier earlier);          // A V / T_k
Tensor output_over_visible_count(const Problem& problem, Earlier earlier);  // A V / number of visible keys
Tensor output_of_scores(const Problem& problem, Earlier earlier);           // S V
Tensor output_of_scaled(const Problem& problem, Earlier earlier);           // S/√d_k V
Tensor output_of_masked(const Problem& problem, Earlier earlier);           // M V, 0 where masked
Tensor output_plus_query(const Problem& problem, Earlier earlier);          // A V + Q
Tensor output_by_first_head(const Problem& problem, Earlier earlier);       // A_1 V_h
Tensor output_by_mean_of_heads(const Problem& problem, Earlier earlier);    // mean of A_h, times V_h
Tensor output_other_group(const Problem& problem, Earlier earlier);         // value head h mod H_kv

// ---- other_layouts.cpp: the whole attention on Q, K and V in another layout
// ------------------------------------

// One head of d_model features: scores to weights [B, 1, T_q, T_k], output [B, 1, T_q, H·d_v].
template <Step step>
Tensor in_one_head(const Problem& problem, Earlier earlier);
// Each token's heads attend to one another: scores to weights [B, T, H, H], output [B, T, H, d_v].
template <Step step>
Tensor among_heads(const Problem& problem, Earlier earlier);

}  // namespace qkv::wrong
