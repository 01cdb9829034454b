#include <algorithm>

#include "qkv/trace/heads.hpp"
#include "qkv/trace/steps.hpp"

namespace qkv {

Tensor step_merged(const Problem& problem, const Trace& earlier) {
  const HeadRows heads(earlier.at(Step::output), problem.heads);
  Tensor merged({problem.batch, problem.query_count, problem.heads * problem.d_v});
  double* to = merged.values().data();
  for (int b = 0; b < problem.batch; ++b) {
    for (int i = 0; i < problem.query_count; ++i) {
      for (int h = 0; h < problem.heads; ++h) to = std::copy_n(heads.row(b, h, i), problem.d_v, to);
    }
  }
  return merged;
}

}  // namespace qkv
