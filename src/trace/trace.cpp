#include "qkv/trace/trace.hpp"

#include <algorithm>
#include <cassert>

#include "qkv/base/number.hpp"
#include "qkv/trace/pipeline.hpp"

namespace qkv {

std::string_view axis_name(Axis axis) {
  switch (axis) {
    case Axis::batch:
      return "batch";
    case Axis::head:
      return "head";
    case Axis::query:
      return "query";
    case Axis::key:
      return "key";
    case Axis::position:
      return "position";
    case Axis::feature:
      return "feature";
  }
  return "";
}

const Tensor* Trace::find(Step step) const {
  const auto found = std::ranges::find(tables, step, &StepTable::step);
  return found == tables.end() ? nullptr : &found->values;
}

const Tensor& Trace::at(Step step) const {
  const Tensor* table = find(step);
  assert(table != nullptr);
  return *table;
}

Trace compute(const Problem& problem, const Recipe& recipe, Carry carry) {
  Trace trace;
  for (const StepRow& row : pipeline()) {
    if (!problem.computes(row.step)) continue;
    Tensor values = of_step(recipe, row.step)(problem, trace);
    if (carry == Carry::by_hand) {
      const int decimals = of_step(problem.decimals, row.step);
      for (double& value : values.values()) value = round_half_away(value, decimals);
    }
    const bool fits = values.shape() == shape_of(problem, row.step);
    trace.tables.push_back({row.step, std::move(values), axes_of(problem, row.step)});
    if (!fits) break;  // nothing can be computed from it
  }
  return trace;
}

}  // namespace qkv
