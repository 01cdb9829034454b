#include "qkv/generate/ties.hpp"

#include "qkv/base/number.hpp"
#include "qkv/grade/answers.hpp"

namespace qkv {
namespace {

// The unrounded table that follows by hand from the rounded ones before it.
Tensor by_hand_unrounded(const Problem& problem, const Trace& by_hand, Step step) {
  Trace earlier;
  for (const StepTable& table : by_hand.tables) {
    if (table.step < step) earlier.tables.push_back(table);
  }
  return of_step(right_recipe(), step)(problem, earlier);
}

}  // namespace

bool is_tie(double value, int decimals) {
  const auto digits = snapped_decimals(value);
  if (!digits || digits->needed != decimals + 1) return false;
  return format_fixed(value, decimals + 1).back() == '5';
}

std::vector<Tie> rounding_ties(const Problem& problem) {
  std::vector<Tie> ties;
  const Trace exact = compute(problem, right_recipe(), Carry::exact);
  const Trace by_hand = compute(problem, right_recipe(), Carry::by_hand);
  for (const Step step : problem.asked) {
    const Tensor& values = exact.at(step);
    const Tensor carried = by_hand_unrounded(problem, by_hand, step);
    const int decimals = of_step(problem.decimals, step);
    for (std::size_t flat = 0; flat < values.values().size(); ++flat) {
      const bool tie = is_tie(values.values()[flat], decimals);
      if (!tie && !is_tie(carried.values()[flat], decimals)) continue;
      if (!is_asked_cell(problem, step, index_at(values.shape(), flat))) continue;
      ties.push_back({step, CellIndex(values.shape(), flat),
                      tie ? values.values()[flat] : carried.values()[flat],
                      tie ? Carry::exact : Carry::by_hand});
    }
  }
  return ties;
}

}  // namespace qkv
