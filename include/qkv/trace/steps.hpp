// The right step functions, one file a step in src/trace/steps/. Shapes: B batch, H query heads, H_kv
// key/value heads, T_q queries, T_k keys, d_k and d_v features per head, C channels. Every one is a plain
// loop in the order of a calculation by hand.
#pragma once

#include "qkv/trace/trace.hpp"

namespace qkv {

// X W_Q + b_Q. [B, T_q, H·d_k]
Tensor step_q(const Problem& problem, const Trace& earlier);
// X W_K + b_K, X_kv in place of X for cross-attention. [B, T_k, H_kv·d_k]
Tensor step_k(const Problem& problem, const Trace& earlier);
// X W_V + b_V, X_kv in place of X for cross-attention. [B, T_k, H_kv·d_v]
Tensor step_v(const Problem& problem, const Trace& earlier);

// [B, T, H·d] → [B, H, T, d]: feature h·d + i of a position becomes feature i of head h.
Tensor step_q_heads(const Problem& problem, const Trace& earlier);
Tensor step_k_heads(const Problem& problem, const Trace& earlier);
Tensor step_v_heads(const Problem& problem, const Trace& earlier);

// S = Q Kᵀ: one dot product per query and key. [B, H, T_q, T_k]
Tensor step_scores(const Problem& problem, const Trace& earlier);
// S divided by √d_k (or by what the problem says). [B, H, T_q, T_k]
Tensor step_scaled(const Problem& problem, const Trace& earlier);
// The scaled scores plus the bias, with −∞ where a query may not look. [B, H, T_q, T_k]
Tensor step_masked(const Problem& problem, const Trace& earlier);
// e^(s − shift), see exp_shift(); 0 where the score is −∞. With the row-sum softmax the score itself, 0 where
// masked. [B, H, T_q, T_k]
Tensor step_exp(const Problem& problem, const Trace& earlier);
// The same in the other accepted forms: e^s in every row, or the row maximum subtracted in every row.
Tensor step_exp_plain(const Problem& problem, const Trace& earlier);
Tensor step_exp_shifted(const Problem& problem, const Trace& earlier);
// The numerators of a row added from left to right. [B, H, T_q]
Tensor step_sum(const Problem& problem, const Trace& earlier);
// exp / sum: each row adds up to 1, or is all 0 where nothing is visible or the query is padding.
// [B, H, T_q, T_k]
Tensor step_weights(const Problem& problem, const Trace& earlier);
// weights · keep / (1 − p). [B, H, T_q, T_k]
Tensor step_dropped(const Problem& problem, const Trace& earlier);
// weights · V: the mix of the values. [B, H, T_q, d_v]
Tensor step_output(const Problem& problem, const Trace& earlier);
// The heads side by side: [B, H, T_q, d_v] → [B, T_q, H·d_v]
Tensor step_merged(const Problem& problem, const Trace& earlier);
// merged · W_O + b_O; a padded query's row is 0. [B, T_q, C]
Tensor step_projected(const Problem& problem, const Trace& earlier);

// x W + b for every position. [B, T, in] → [B, T, out]
Tensor project(const Tensor& x, const Projection& projection);

}  // namespace qkv
