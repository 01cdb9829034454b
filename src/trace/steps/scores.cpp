#include "qkv/trace/heads.hpp"
#include "qkv/trace/steps.hpp"

namespace qkv {

Tensor step_scores(const Problem& problem, const Trace& earlier) {
  const HeadRows queries = query_rows(problem, earlier);
  const HeadRows keys = key_rows(problem, earlier);
  Tensor scores({problem.batch, problem.heads, problem.query_count, problem.key_count});
  double* cell = scores.values().data();
  for (int b = 0; b < problem.batch; ++b) {
    for (int h = 0; h < problem.heads; ++h) {
      const int kv = problem.kv_head_of(h);
      for (int i = 0; i < problem.query_count; ++i) {
        const double* q = queries.row(b, h, i);  // [d_k]
        for (int j = 0; j < problem.key_count; ++j) {
          const double* k = keys.row(b, kv, j);  // [d_k]
          double dot = 0.0;
          for (int d = 0; d < problem.d_k; ++d) dot += q[d] * k[d];
          *cell++ = dot;
        }
      }
    }
  }
  return scores;
}

}  // namespace qkv
