// The mistakes in a formula that simulated learners make.
#pragma once

#include <string_view>

#include "qkv/model/problem.hpp"

namespace qkv::test {

enum class WrongFormula {
  none,
  projection_transposed,     // x Wᵀ for a square W
  projection_bias_omitted,   // x W without b
  heads_by_reshape,          // [T, H·d] cut into H blocks of rows instead of columns
  queries_and_keys_swapped,  // K Qᵀ
  dot_product_cut_short,     // the dot product ends one feature too early
  scale_omitted,             // S
  scale_by_d_k,              // S / d_k
  scale_by_model,            // S / √(H·d_k)
  scale_by_tokens,           // S / √T_k
  scale_multiplied,          // S · √d_k
  mask_ignored,              // every key is visible
  mask_fills_zero,           // 0 where −∞ belongs
  mask_flipped,              // the upper triangle is visible, the diagonal with it
  mask_hides_diagonal,       // j < i + n instead of j ≤ i + n
  mask_inverted,             // what is hidden is visible and the other way round
  mask_after_softmax,        // zeros in the finished weights, not normalised again
  bias_subtracted,           // minus the bias
  exp_of_base_2,             // 2^s
  sum_of_scores,             // e^s divided by the sum of the scores
  softmax_over_queries,      // columns add up to 1
  softmax_over_table,        // the whole table adds up to 1
  softmax_omitted,           // the scores divided by their sum
  not_normalised,            // weights e^s
  weights_uniform,           // 1 / number of visible keys
  weights_one_hot,           // 1 for the largest score
  dropout_omitted,           // the weights as they are
  dropout_not_rescaled,      // zeros, but no division by 1 − p
  weights_transposed,        // Aᵀ V
  values_averaged,           // the mean of all V rows
  keys_for_values,           // A K
  value_heads_interleaved,   // query head h reads value head h mod H_kv
  heads_reversed,            // the last head first
  heads_interleaved,         // feature d·H + h
  output_projection_transposed,
  output_projection_omitted,
  output_bias_omitted
};
inline constexpr int wrong_formula_count = static_cast<int>(WrongFormula::output_bias_omitted);

std::string_view wrong_formula_name(WrongFormula formula);

// The known mistake that it is; empty if it is none.
std::string_view known_mistake(WrongFormula formula);

// Whether the problem has what the mistake is about, in a shape that lets it be made.
bool can_be_made(const Problem& problem, WrongFormula formula);

}  // namespace qkv::test
