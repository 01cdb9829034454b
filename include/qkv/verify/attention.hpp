// What an implementation of attention is asked over the line protocol, and what it answers: docs/verify.md.
//
// Shapes: B batch, H heads, T_q queries, T_k keys, D features of a query and of a key, D_v of a value,
// C channels = H·D.
#pragma once

#include <optional>
#include <string>
#include <variant>

#include "qkv/base/tensor.hpp"
#include "qkv/model/problem.hpp"
#include "qkv/trace/trace.hpp"

namespace qkv {

// softmax(q kᵀ · scale) v, heads apart.
struct AttentionInputs {
  Tensor q;  // [B, H, T_q, D]
  Tensor k;  // [B, H, T_k, D]
  Tensor v;  // [B, H, T_k, D_v]
};

// A whole layer: q|k|v = x w_qkv, split into heads, attention, merge, times w_o.
struct LayerInputs {
  Tensor x;      // [B, T, C]
  Tensor w_qkv;  // [C, 3C]: q, k and v side by side; feature h·D + d belongs to head h
  Tensor w_o;    // [C, C]
  int heads = 1;
};

struct AttentionRequest {
  std::string id;  // comes back with the answer
  std::variant<AttentionInputs, LayerInputs> inputs;
  std::optional<int> causal_offset;  // query i may look at key j when j ≤ i + offset; empty: no causal mask
  std::optional<Tensor> padding_mask;  // [B, T_k]: 1 a real token, 0 padding. Queries too where T_q = T_k
  std::optional<double> scale;         // multiplies q·k; 1/√D without it. Finite, not 0
};

struct AttentionAnswer {
  std::string id;
  Tensor output;   // [B, H, T_q, D_v], of a layer [B, T, C]
  Tensor weights;  // [B, H, T_q, T_k]
};

// The calculation that a request asks for. The request is well-formed: read_request() has seen to it.
Problem problem_of(const AttentionRequest& request);

// What this recipe answers: right_recipe(), or that of a mistake. A recipe that ends early gives the tables
// that it has, the others without any shape.
AttentionAnswer answer_of(const AttentionRequest& request, const Recipe& recipe);

}  // namespace qkv
