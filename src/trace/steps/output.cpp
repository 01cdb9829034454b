#include "qkv/trace/heads.hpp"
#include "qkv/trace/softmax.hpp"
#include "qkv/trace/steps.hpp"

namespace qkv {

Tensor step_output(const Problem& problem, const Trace& earlier) {
  const HeadRows values = value_rows(problem, earlier);
  const double* weight = final_weights(earlier).values().data();
  Tensor output({problem.batch, problem.heads, problem.query_count, problem.d_v});
  double* row = output.values().data();
  for (int b = 0; b < problem.batch; ++b) {
    for (int h = 0; h < problem.heads; ++h) {
      const int kv = problem.kv_head_of(h);
      for (int i = 0; i < problem.query_count; ++i, weight += problem.key_count, row += problem.d_v) {
        // Key by key into all features at once: each adds up in the order of the keys, and rows are read as
        // they lie.
        for (int j = 0; j < problem.key_count; ++j) {
          const double* v = values.row(b, kv, j);  // [d_v]
          for (int d = 0; d < problem.d_v; ++d) row[d] += weight[j] * v[d];
        }
      }
    }
  }
  return output;
}

}  // namespace qkv
