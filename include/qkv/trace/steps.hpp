// The right step functions, one file each in src/trace/steps/. Shapes: B batch, H query heads, T_q queries,
// T_k keys, d_k and d_v features. Every one is a plain loop in the order of a calculation by hand.
#pragma once

#include "qkv/trace/trace.hpp"

namespace qkv {

// S = Q Kᵀ: one dot product per query and key. [B, H, T_q, T_k]
Tensor step_scores(const Problem& problem, const Trace& earlier);
// S divided by √d_k (or by what the problem says). [B, H, T_q, T_k]
Tensor step_scaled(const Problem& problem, const Trace& earlier);
// The scaled scores with −∞ where a query may not look. [B, H, T_q, T_k]
Tensor step_masked(const Problem& problem, const Trace& earlier);
// e^(s − shift), see exp_shift(); 0 where the score is −∞. [B, H, T_q, T_k]
Tensor step_exp(const Problem& problem, const Trace& earlier);
// The numerators of a row added from left to right. [B, H, T_q]
Tensor step_sum(const Problem& problem, const Trace& earlier);
// exp / sum: each row adds up to 1, or is all 0 where nothing is visible. [B, H, T_q, T_k]
Tensor step_weights(const Problem& problem, const Trace& earlier);
// weights · V: the mix of the values. [B, H, T_q, d_v]
Tensor step_output(const Problem& problem, const Trace& earlier);

}  // namespace qkv
