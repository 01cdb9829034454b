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

}  // namespace

Tensor step_exp(const Problem& problem, const Trace& earlier) {
  Tensor numerators = softmax_input(earlier);
  double* cell = numerators.values().data();
  for (int b = 0; b < problem.batch; ++b) {
    for (int h = 0; h < problem.heads; ++h) {
      for (int i = 0; i < problem.query_count; ++i) {
        const double shift = exp_shift(problem, earlier, b, h, i);
        for (int j = 0; j < problem.key_count; ++j, ++cell) *cell = numerator(problem, *cell, shift);
      }
    }
  }
  return numerators;
}

}  // namespace qkv
