#include <cmath>

#include "qkv/trace/softmax.hpp"
#include "qkv/trace/steps.hpp"

namespace qkv {
namespace {

double numerator(const Problem& problem, double score, double shift) {
  switch (problem.softmax) {
    case Softmax::exp:
      return std::exp(score - shift);  // e^−∞ is 0
    case Softmax::row_sum:
      return std::isinf(score) ? 0.0 : score;
  }
  return 0.0;
}

// [B, H, T_q, T_k], less shift(b, h, i) in each row.
template <typename Shift>
Tensor numerators(const Problem& problem, const Trace& earlier, Shift shift_of) {
  Tensor result = softmax_input(earlier);
  double* cell = result.values().data();
  for (int b = 0; b < problem.batch; ++b) {
    for (int h = 0; h < problem.heads; ++h) {
      for (int i = 0; i < problem.query_count; ++i) {
        const double shift = shift_of(b, h, i);
        for (int j = 0; j < problem.key_count; ++j, ++cell) *cell = numerator(problem, *cell, shift);
      }
    }
  }
  return result;
}

}  // namespace

Tensor step_exp(const Problem& problem, const Trace& earlier) {
  return numerators(problem, earlier,
                    [&](int b, int h, int i) { return exp_shift(problem, earlier, b, h, i); });
}

Tensor step_exp_plain(const Problem& problem, const Trace& earlier) {
  return numerators(problem, earlier, [](int, int, int) { return 0.0; });
}

Tensor step_exp_shifted(const Problem& problem, const Trace& earlier) {
  return numerators(problem, earlier,
                    [&](int b, int h, int i) { return row_maximum(problem, earlier, b, h, i); });
}

}  // namespace qkv
