#include <cmath>

#include "qkv/trace/pipeline.hpp"
#include "wrong_steps.hpp"

namespace qkv::wrong {
namespace {

Tensor divided(const Problem& problem, const Trace& earlier, double divisor) {
  Tensor scaled = table_of(problem, earlier, Step::scores);
  for (double& value : scaled.values()) value /= divisor;
  return scaled;
}

}  // namespace

Tensor scaled_not(const Problem& problem, Earlier earlier) {
  return divided(problem, earlier, 1.0);
}
Tensor scaled_by_dk(const Problem& problem, Earlier earlier) {
  return divided(problem, earlier, problem.d_k);
}
Tensor scaled_twice(const Problem& problem, Earlier earlier) {
  return divided(problem, earlier, problem.scale.divisor * problem.scale.divisor);
}
Tensor scaled_multiplied(const Problem& problem, Earlier earlier) {
  return divided(problem, earlier, 1.0 / problem.scale.divisor);
}
Tensor scaled_by_sqrt_dmodel(const Problem& problem, Earlier earlier) {
  return divided(problem, earlier, std::sqrt(problem.heads * problem.d_k));
}
Tensor scaled_by_sqrt_seq(const Problem& problem, Earlier earlier) {
  return divided(problem, earlier, std::sqrt(problem.key_count));
}
Tensor scaled_by_seq(const Problem& problem, Earlier earlier) {
  return divided(problem, earlier, problem.key_count);
}
Tensor scaled_by_half_dk(const Problem& problem, Earlier earlier) {
  return divided(problem, earlier, problem.d_k / 2.0);
}
Tensor scaled_by_8(const Problem& problem, Earlier earlier) {
  return divided(problem, earlier, 8.0);
}
Tensor scaled_by_fourth_root(const Problem& problem, Earlier earlier) {
  return divided(problem, earlier, std::sqrt(std::sqrt(problem.d_k)));
}
Tensor scaled_by_sqrt_dv(const Problem& problem, Earlier earlier) {
  return divided(problem, earlier, std::sqrt(problem.d_v));
}

}  // namespace qkv::wrong
