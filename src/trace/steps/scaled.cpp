#include "qkv/trace/pipeline.hpp"
#include "qkv/trace/steps.hpp"

namespace qkv {

Tensor step_scaled(const Problem& problem, const Trace& earlier) {
  Tensor scaled = table_of(problem, earlier, Step::scores);
  for (double& value : scaled.values()) value /= problem.scale.divisor;
  return scaled;
}

}  // namespace qkv
