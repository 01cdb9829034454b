#include "qkv/trace/steps.hpp"

namespace qkv {

Tensor step_sum(const Problem& problem, const Trace& earlier) {
  const double* numerator = earlier.at(Step::exp).values().data();
  Tensor sums({problem.batch, problem.heads, problem.query_count});
  for (double& sum : sums.values()) {
    for (int j = 0; j < problem.key_count; ++j) sum += *numerator++;
  }
  return sums;
}

}  // namespace qkv
