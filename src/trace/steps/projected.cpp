#include "qkv/trace/steps.hpp"

namespace qkv {
namespace {

// With one head there is nothing to merge: [B, 1, T_q, d_v] holds the same numbers in the same order.
Tensor side_by_side(const Problem& problem, const Trace& earlier) {
  if (const Tensor* merged = earlier.find(Step::merged)) return *merged;
  return {{problem.batch, problem.query_count, problem.d_v}, earlier.at(Step::output).values()};
}

}  // namespace

Tensor step_projected(const Problem& problem, const Trace& earlier) {
  Tensor projected = project(side_by_side(problem, earlier), *problem.w_o);
  for (int b = 0; b < problem.batch; ++b) {
    for (int i = 0; i < problem.query_count; ++i) {
      if (!problem.is_padded_query(b, i)) continue;
      for (int c = 0; c < projected.size(2); ++c) projected.at({b, i, c}) = 0.0;
    }
  }
  return projected;
}

}  // namespace qkv
