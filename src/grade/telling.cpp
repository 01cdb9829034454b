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

bool tells(const Trace& one, const Trace& other, Step step, double half_unit) {
  const Tensor* a = one.find(step);
  const Tensor* b = other.find(step);
  return a != nullptr && b != nullptr && differ(*a, *b, half_unit);
}

}  // namespace

std::vector<std::optional<Step>> telling_steps(const Problem& problem, const HandedIn& handed_in,
                                               const std::vector<const Way*>& ways) {
  const Trace first = compute(problem, recipe_of(*ways.front()), Carry::exact);
  std::vector<std::optional<Step>> telling(ways.size());
  for (std::size_t i = 1; i < ways.size(); ++i) {
    const Trace other = compute(problem, recipe_of(*ways[i]), Carry::exact);
    for (const Step step : steps_of(problem)) {
      const bool differs = tells(first, other, step, half_unit(of_step(problem.decimals, step)));
      if (of_step(handed_in, step) || !differs) continue;
      const bool better = !telling[i] || (problem.is_asked(step) && !problem.is_asked(*telling[i]));
      if (better) telling[i] = step;
    }
  }
  return telling;
}

}  // namespace qkv::grading
