#include "telling.hpp"

#include <algorithm>

#include "match.hpp"
#include "qkv/grade/bounds.hpp"

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

std::vector<std::optional<Step>> telling_steps(Known& known, const HandedIn& handed_in,
                                               const std::vector<const Way*>& ways) {
  const Problem& problem = known.problem();
  std::vector<std::optional<Step>> telling(ways.size());
  if (ways.size() < 2) return telling;
  const Trace first = known.true_tables().tables(*ways.front());
  for (std::size_t i = 1; i < ways.size(); ++i) {
    const Trace& other = known.true_tables().tables(*ways[i]);
    for (const Step step : known.steps()) {
      if (of_step(handed_in, step)) continue;
      if (!tells(first, other, step, half_unit(of_step(problem.decimals, step)))) continue;
      const bool better = !telling[i] || (problem.is_asked(step) && !problem.is_asked(*telling[i]));
      if (better) telling[i] = step;
    }
  }
  return telling;
}

}  // namespace qkv::grading
