#include "qkv/trace/steps.hpp"

namespace qkv {

Tensor project(const Tensor& x, const Projection& projection) {
  const int batch = x.size(0);
  const int positions = x.size(1);
  const int in = x.size(2);
  const int out = projection.w.size(1);
  Tensor y({batch, positions, out});
  const double* x_row = x.values().data();  // [in]
  double* y_row = y.values().data();        // [out]
  for (int row = 0; row < batch * positions; ++row, x_row += in, y_row += out) {
    // Feature by feature into all columns at once: each adds up in the order of the features, and W is read
    // as it lies.
    const double* w_row = projection.w.values().data();  // [out]
    for (int i = 0; i < in; ++i, w_row += out) {
      for (int j = 0; j < out; ++j) y_row[j] += x_row[i] * w_row[j];
    }
    if (!projection.b) continue;
    for (int j = 0; j < out; ++j) y_row[j] += projection.b->values()[static_cast<std::size_t>(j)];
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
