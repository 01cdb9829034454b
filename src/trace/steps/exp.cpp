#include <cmath>

#include "qkv/trace/softmax.hpp"
#include "qkv/trace/steps.hpp"

namespace qkv {

Tensor step_exp(const Problem& problem, const Trace& earlier) {
  Tensor numerators = softmax_input(earlier);
  for (int b = 0; b < problem.batch; ++b) {
    for (int h = 0; h < problem.heads; ++h) {
      for (int i = 0; i < problem.query_count; ++i) {
        const double shift = exp_shift(problem, earlier, b, h, i);
        for (int j = 0; j < problem.key_count; ++j) {
          double& cell = numerators.at({b, h, i, j});
          cell = std::exp(cell - shift);  // e^−∞ is 0
        }
      }
    }
  }
  return numerators;
}

}  // namespace qkv
