#include "telling.hpp"

#include <algorithm>

#include "match.hpp"
#include "qkv/grade/bounds.hpp"
#include "qkv/trace/pipeline.hpp"

namespace qkv::grading {
namespace {

bool differ(const Tensor& a, const Tensor& b, double half_unit) {
  return a.shape() != b.shape() ||
         !std::ranges::equal(a.values(), b.values(),
                             [half_unit](double x, double y) { return !is_moved(x, y, half_unit); });
}

// No two of the ways lead to the same table.
bool tells(const std::vector<Trace>& traces, Step step, double half_unit) {
  for (auto one = traces.begin(); one != traces.end(); ++one) {
    for (auto other = one + 1; other != traces.end(); ++other) {
      const Tensor* a = one->find(step);
      const Tensor* b = other->find(step);
      if (a == nullptr || b == nullptr || !differ(*a, *b, half_unit)) return false;
    }
  }
  return true;
}

}  // namespace

std::optional<Step> telling_step(const Problem& problem, const HandedIn& handed_in,
                                 const std::vector<const Way*>& ways) {
  std::vector<Trace> traces;
  for (const Way* way : ways) traces.push_back(compute(problem, recipe_of(*way), Carry::exact));
  std::optional<Step> unasked;
  for (const Step step : steps_of(problem)) {
    if (of_step(handed_in, step) || !tells(traces, step, half_unit(of_step(problem.decimals, step))))
      continue;
    if (problem.is_asked(step)) return step;
    if (!unasked) unasked = step;
  }
  return unasked;
}

}  // namespace qkv::grading
