#include "qkv/trace/steps.hpp"

namespace qkv {

Tensor project(const Tensor& x, const Projection& projection) {
  const int batch = x.size(0);
  const int positions = x.size(1);
  const int in = x.size(2);
  const int out = projection.w.size(1);
  Tensor y({batch, positions, out});
  for (int b = 0; b < batch; ++b) {
    for (int t = 0; t < positions; ++t) {
      for (int j = 0; j < out; ++j) {
        double sum = 0.0;
        for (int i = 0; i < in; ++i) sum += x.at({b, t, i}) * projection.w.at({i, j});
        if (projection.b) sum += projection.b->at({j});
        y.at({b, t, j}) = sum;
      }
    }
  }
  return y;
}

Tensor step_q(const Problem& problem, const Trace&) {
  return project(problem.source->x, problem.source->q);
}

Tensor step_k(const Problem& problem, const Trace&) {
  return project(problem.source->x_kv, problem.source->k);
}

Tensor step_v(const Problem& problem, const Trace&) {
  return project(problem.source->x_kv, problem.source->v);
}

}  // namespace qkv
