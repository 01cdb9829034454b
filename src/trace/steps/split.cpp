#include <algorithm>

#include "qkv/trace/heads.hpp"
#include "qkv/trace/pipeline.hpp"
#include "qkv/trace/steps.hpp"

namespace qkv {
namespace {

// [B, T, H·d] → [B, H, T, d]
Tensor split(const Tensor& whole, int heads) {
  const HeadRows rows(whole, heads);
  Tensor result({whole.size(0), heads, whole.size(1), rows.features()});
  double* to = result.values().data();
  for (int b = 0; b < whole.size(0); ++b) {
    for (int h = 0; h < heads; ++h) {
      for (int t = 0; t < whole.size(1); ++t) to = std::copy_n(rows.row(b, h, t), rows.features(), to);
    }
  }
  return result;
}

}  // namespace

Tensor step_q_heads(const Problem& problem, const Trace& earlier) {
  return split(table_of(problem, earlier, Step::q), problem.heads);
}

Tensor step_k_heads(const Problem& problem, const Trace& earlier) {
  return split(table_of(problem, earlier, Step::k), problem.kv_heads);
}

Tensor step_v_heads(const Problem& problem, const Trace& earlier) {
  return split(table_of(problem, earlier, Step::v), problem.kv_heads);
}

}  // namespace qkv
