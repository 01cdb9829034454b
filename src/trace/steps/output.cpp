#include "qkv/trace/steps.hpp"

namespace qkv {

Tensor step_output(const Problem& problem, const Trace& earlier) {
  const Tensor& weights = earlier.at(Step::weights);
  Tensor output({problem.batch, problem.heads, problem.query_count, problem.d_v});
  for (int b = 0; b < problem.batch; ++b) {
    for (int h = 0; h < problem.heads; ++h) {
      const int kv = problem.kv_head_of(h);
      for (int i = 0; i < problem.query_count; ++i) {
        for (int d = 0; d < problem.d_v; ++d) {
          double mix = 0.0;
          for (int j = 0; j < problem.key_count; ++j)
            mix += weights.at({b, h, i, j}) * problem.v.at({b, kv, j, d});
          output.at({b, h, i, d}) = mix;
        }
      }
    }
  }
  return output;
}

}  // namespace qkv
