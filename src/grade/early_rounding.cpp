#include "early_rounding.hpp"

#include <algorithm>
#include <cmath>

#include "match.hpp"
#include "qkv/base/number.hpp"
#include "qkv/trace/pipeline.hpp"

namespace qkv::grading {
namespace {

// The table, from the learner's own rounded to so many decimals.
Tensor from_rounded(const Problem& problem, const HandedIn& handed_in, const Trace& own, Step last,
                    int decimals) {
  Trace trace;
  for (const Step step : steps_of(problem)) {
    if (step == last) break;
    const bool written = of_step(handed_in, step).has_value();
    Tensor values = written ? own.at(step) : step_row(step).compute(problem, trace);
    if (written) {
      for (double& value : values.values()) {
        if (std::isfinite(value)) value = round_half_away(value, decimals);
      }
    }
    trace.tables.push_back({step, std::move(values), {}});
  }
  return step_row(last).compute(problem, trace);
}

}  // namespace

bool is_rounded_early(const Problem& problem, const HandedIn& handed_in, const Base& own, Step step,
                      const std::vector<Expectation>& right) {
  const HandedTable& table = *of_step(handed_in, step);
  const int asked = of_step(problem.decimals, step);
  const std::vector<bool> all(table.rows(), true);
  const Comparison comparison = {table, &right, all, nullptr, half_unit(asked)};
  for (int decimals = asked - 1; decimals >= 1; --decimals) {
    const Match found = match(comparison, from_rounded(problem, handed_in, own.middle(), step, decimals),
                              nullptr, Wanted::table);
    if (found.all_agree() && found.all_informative() >= 2) return true;
  }
  return false;
}

}  // namespace qkv::grading
