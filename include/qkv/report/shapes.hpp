// The way of the shapes through an attention layer, for any sizes.
#pragma once

#include <vector>

#include "qkv/model/problem.hpp"
#include "qkv/report/document.hpp"
#include "qkv/text/catalogue.hpp"

namespace qkv {

struct FlowSizes {
  int batch = 1;         // B
  int queries = 0;       // T_q
  int keys = 0;          // T_k
  int channels = 0;      // C of X; 0: the layer begins at Q, K and V
  int kv_channels = 0;   // of X_kv in cross-attention; 0: keys and values come from X too
  bool fused = false;    // one matrix W_QKV in place of W_Q, W_K and W_V
  int heads = 1;         // H
  int kv_heads = 1;      // H_kv
  int d_k = 0;           // per head
  int d_v = 0;           // per head
  int out_channels = 0;  // of W_O; 0: none
};

FlowSizes flow_sizes(const Problem& problem);

// What the letters mean, one row for each stage (its shape in letters, its shape in numbers, what happens),
// and which shape the scores never have.
std::vector<Block> flow_blocks(const FlowSizes& sizes, const Catalogue& catalogue);

// The table with what is worth knowing about it, without any problem's numbers.
Document shapes_document(const FlowSizes& sizes, const Catalogue& catalogue);

}  // namespace qkv
