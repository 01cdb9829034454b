#include "qkv/trace/steps.hpp"

namespace qkv {

Tensor step_scores(const Problem& problem, const Trace&) {
  Tensor scores({problem.batch, problem.heads, problem.query_count, problem.key_count});
  for (int b = 0; b < problem.batch; ++b) {
    for (int h = 0; h < problem.heads; ++h) {
      const int kv = problem.kv_head_of(h);
      for (int i = 0; i < problem.query_count; ++i) {
        for (int j = 0; j < problem.key_count; ++j) {
          double dot = 0.0;
          for (int d = 0; d < problem.d_k; ++d)
            dot += problem.q.at({b, h, i, d}) * problem.k.at({b, kv, j, d});
          scores.at({b, h, i, j}) = dot;
        }
      }
    }
  }
  return scores;
}

}  // namespace qkv
