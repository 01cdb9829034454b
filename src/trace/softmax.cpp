#include "qkv/trace/softmax.hpp"

#include <algorithm>
#include <limits>

namespace qkv {
namespace {

// Beyond e^10 ≈ 22,026 a plain exponential has too many digits to carry by hand; below e^0 = 1 two decimals
// say too little of it.
constexpr double plain_from = 0.0;
constexpr double plain_to = 10.0;

}  // namespace

const Tensor& softmax_input(const Trace& earlier) {
  const Tensor* masked = earlier.find(Step::masked);
  return masked != nullptr ? *masked : earlier.at(Step::scaled);
}

double exp_shift(const Problem& problem, const Trace& earlier, int batch, int head, int query) {
  const Tensor& scores = softmax_input(earlier);
  double largest = -std::numeric_limits<double>::infinity();
  for (int j = 0; j < problem.key_count; ++j) largest = std::max(largest, scores.at({batch, head, query, j}));
  if (largest == -std::numeric_limits<double>::infinity()) return 0.0;
  return largest >= plain_from && largest <= plain_to ? 0.0 : largest;
}

}  // namespace qkv
