// What the softmax steps share.
#pragma once

#include <vector>

#include "qkv/base/result.hpp"
#include "qkv/model/problem.hpp"
#include "qkv/trace/trace.hpp"

namespace qkv {

// What is subtracted from the scores of one row before the exponential. 0 where the largest visible score
// lies in [0, 10]: there e^s is a number that a person writes down. Elsewhere the row maximum, so that the
// largest numerator is 1. Both give the same weights, since e^(s−m) / Σ e^(s−m) = e^s / Σ e^s. A row in which
// nothing is visible: 0.
double exp_shift(const Problem& problem, const Trace& earlier, int batch, int head, int query);

// The same rule for a row whose largest visible score is known.
double plain_or_maximum(double largest);

// The largest visible score of the row; 0 where nothing is visible, and with the row-sum softmax.
double row_maximum(const Problem& problem, const Trace& earlier, int batch, int head, int query);

// The scores that the exponentials read: masked, else scaled. [B, H, T_q, T_k]
const Tensor& softmax_input(const Trace& earlier);

// The weights that the output reads: dropped, else weights. [B, H, T_q, T_k]
const Tensor& final_weights(const Trace& earlier);

// With the row-sum softmax: a fault for each row whose visible scores add up to 0, which nothing can be
// divided by, or one if some sum is so near 0 that a later table grows beyond Limits::largest_number.
std::vector<Diagnostic> check_row_sums(const Problem& problem, const Place& place);

}  // namespace qkv
