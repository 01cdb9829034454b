#include <cmath>

#include "qkv/base/number.hpp"
#include "qkv/trace/pipeline.hpp"
#include "qkv/trace/steps.hpp"
#include "wrong_steps.hpp"

namespace qkv::wrong {
namespace {

double carried(const Problem& problem, double divisor, Constant constant) {
  const int decimals = of_step(problem.decimals, Step::scaled);
  switch (constant) {
    case Constant::exact:
      break;
    case Constant::rounded:
      return round_half_away(divisor, decimals);
    case Constant::reciprocal:
      return 1.0 / round_half_away(1.0 / divisor, decimals);
  }
  return divisor;
}

}  // namespace

Tensor scaled_by(const Problem& problem, Earlier earlier, double divisor, Constant constant) {
  Tensor scaled = table_of(problem, earlier, Step::scores);
  const double by = carried(problem, divisor, constant);
  for (double& value : scaled.values()) value /= by;
  return scaled;
}

double one(const Problem&) {
  return 1.0;
}
double d_k(const Problem& problem) {
  return problem.d_k;
}
double inverse_scale(const Problem& problem) {
  return 1.0 / problem.scale.divisor;
}
double sqrt_dmodel(const Problem& problem) {
  return std::sqrt(problem.heads * problem.d_k);
}
double sqrt_seq(const Problem& problem) {
  return std::sqrt(problem.key_count);
}
double seq(const Problem& problem) {
  return problem.key_count;
}
double half_dk(const Problem& problem) {
  return problem.d_k / 2.0;
}
double eight(const Problem&) {
  return 8.0;
}
double fourth_root_dk(const Problem& problem) {
  return std::sqrt(std::sqrt(problem.d_k));
}
double sqrt_dv(const Problem& problem) {
  return std::sqrt(problem.d_v);
}

template <Constant constant>
Tensor scaled_twice(const Problem& problem, Earlier earlier) {
  const double by = carried(problem, problem.scale.divisor, constant);
  return scaled_by(problem, earlier, by * by, Constant::exact);
}
template Tensor scaled_twice<Constant::exact>(const Problem&, Earlier);
template Tensor scaled_twice<Constant::rounded>(const Problem&, Earlier);
template Tensor scaled_twice<Constant::reciprocal>(const Problem&, Earlier);

Tensor scaled_twice_by_hand(const Problem& problem, Earlier earlier) {
  Tensor scaled = step_scaled(problem, earlier);
  const int decimals = of_step(problem.decimals, Step::scaled);
  for (double& value : scaled.values()) value = round_half_away(value, decimals) / problem.scale.divisor;
  return scaled;
}

Tensor scores_scaled(const Problem& problem, Earlier earlier) {
  Tensor scores = step_scores(problem, earlier);
  for (double& value : scores.values()) value /= problem.scale.divisor;
  return scores;
}

}  // namespace qkv::wrong
