#include "qkv/trace/steps.hpp"

namespace qkv {

Tensor step_dropped(const Problem& problem, const Trace& earlier) {
  const Dropout& dropout = *problem.dropout;
  Tensor dropped = earlier.at(Step::weights);
  double* cell = dropped.values().data();
  for (int b = 0; b < problem.batch; ++b) {
    for (int h = 0; h < problem.heads; ++h) {
      for (int i = 0; i < problem.query_count; ++i) {
        for (int j = 0; j < problem.key_count; ++j, ++cell) {
          *cell = *cell * broadcast_at(dropout.keep, b, h, i, j) / (1.0 - dropout.p);
        }
      }
    }
  }
  return dropped;
}

}  // namespace qkv
