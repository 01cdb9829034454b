#include "qkv/trace/steps.hpp"

namespace qkv {

Tensor step_scaled(const Problem& problem, const Trace& earlier) {
  Tensor scaled = earlier.at(Step::scores);
  for (double& value : scaled.values()) value /= problem.scale.divisor;
  return scaled;
}

}  // namespace qkv
