#include "qkv/trace/steps.hpp"

namespace qkv {

Tensor step_sum(const Problem& problem, const Trace& earlier) {
  const Tensor& numerators = earlier.at(Step::exp);
  Tensor sums({problem.batch, problem.heads, problem.query_count});
  for (int b = 0; b < problem.batch; ++b) {
    for (int h = 0; h < problem.heads; ++h) {
      for (int i = 0; i < problem.query_count; ++i) {
        for (int j = 0; j < problem.key_count; ++j) sums.at({b, h, i}) += numerators.at({b, h, i, j});
      }
    }
  }
  return sums;
}

}  // namespace qkv
