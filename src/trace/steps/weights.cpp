#include "qkv/trace/steps.hpp"

namespace qkv {

Tensor step_weights(const Problem& problem, const Trace& earlier) {
  Tensor weights = earlier.at(Step::exp);
  const Tensor& sums = earlier.at(Step::sum);
  double* cell = weights.values().data();
  for (int b = 0; b < problem.batch; ++b) {
    for (int h = 0; h < problem.heads; ++h) {
      for (int i = 0; i < problem.query_count; ++i) {
        const double sum = sums.at({b, h, i});
        const bool nothing = sum == 0.0 || problem.is_padded_query(b, i);
        for (int j = 0; j < problem.key_count; ++j, ++cell) *cell = nothing ? 0.0 : *cell / sum;
      }
    }
  }
  return weights;
}

}  // namespace qkv
