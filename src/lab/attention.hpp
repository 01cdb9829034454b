// Attention as experiments put it together: from plain tables, through the same steps as any other problem.
#pragma once

#include <vector>

#include "qkv/model/problem.hpp"
#include "qkv/trace/trace.hpp"
#include "statistics.hpp"

namespace qkv {

// softmax(q kᵀ/√d) v without any mask. q [B, H, T_q, d], k [B, H_kv, T_k, d], v [B, H_kv, T_k, d_v].
Problem attention_of(Tensor q, Tensor k, Tensor v);

// The attention of a problem alone: its Q, K and V as heads see them, [B, H, T, d], with its scale and masks.
Problem attention_within(const Problem& problem);

// Exact tables of a calculation without mistakes.
Tensor weights_of(const Problem& problem);  // [B, H, T_q, T_k]
Tensor output_of(const Problem& problem);   // [B, H, T_q, d_v]

// The numbers of one query: its weights or its output.
std::vector<double> row_of(const Tensor& table, int batch, int head, int query);

// Every number drawn.
Tensor drawn(Shape shape, Normals& normals, double size = 1.0);

// The largest distance between numbers in the same place; NaN where one is.
double largest_change(const std::vector<double>& before, const std::vector<double>& after);

}  // namespace qkv
