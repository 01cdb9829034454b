#include "qkv/trace/labels.hpp"

#include <algorithm>

#include "qkv/trace/pipeline.hpp"

namespace qkv {

bool rows_are_keys(Step step) {
  return step == Step::k || step == Step::v || step == Step::k_heads || step == Step::v_heads;
}

bool columns_are_keys(Step step) {
  const auto axes = step_row(step).axes;
  return std::ranges::find(axes, Axis::key) != axes.end();
}

const std::string& row_name(const Problem& problem, Step step, int batch, int row) {
  const auto& names = rows_are_keys(step) ? problem.key_names : problem.query_names;
  return names[static_cast<std::size_t>(batch)][static_cast<std::size_t>(row)];
}

std::string column_name(const Problem& problem, Step step, int batch, int column) {
  if (step == Step::sum) return "";
  if (!columns_are_keys(step)) return std::to_string(column + 1);
  return problem.key_names[static_cast<std::size_t>(batch)][static_cast<std::size_t>(column)];
}

}  // namespace qkv
