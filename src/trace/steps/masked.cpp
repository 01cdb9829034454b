#include <limits>

#include "qkv/trace/steps.hpp"

namespace qkv {

Tensor step_masked(const Problem& problem, const Trace& earlier) {
  Tensor masked = earlier.at(Step::scaled);
  double* cell = masked.values().data();
  for (int b = 0; b < problem.batch; ++b) {
    for (int h = 0; h < problem.heads; ++h) {
      for (int i = 0; i < problem.query_count; ++i) {
        for (int j = 0; j < problem.key_count; ++j, ++cell) {
          if (problem.may_look(b, h, i, j)) {
            *cell += problem.bias_at(b, h, i, j);
          } else {
            *cell = -std::numeric_limits<double>::infinity();
          }
        }
      }
    }
  }
  return masked;
}

}  // namespace qkv
