// What is asked for, in order.
#include "qkv/trace/pipeline.hpp"
#include "qkv/tutor/practice.hpp"

namespace qkv {
namespace {

Spot spot_of(const Problem& problem, Step step, const std::vector<int>& row) {
  const bool heads = axes_of(problem, step)[1] == Axis::head;
  return {.step = step, .batch = row.front(), .head = heads ? row[1] : -1, .row = row.back()};
}

void add_cells(const Prompt& row, std::vector<Prompt>& prompts) {
  for (int column = 0; column < row.count; ++column) {
    Prompt cell = row;
    cell.spot.column = column;
    cell.first += static_cast<std::size_t>(column);
    cell.count = 1;
    prompts.push_back(cell);
  }
}

}  // namespace

std::vector<Prompt> prompts_of(const Problem& problem, PracticeBy by) {
  std::vector<Prompt> prompts;
  for (const Step step : problem.asked) {
    Shape rows = shape_of(problem, step);
    int columns = 1;
    if (step != Step::sum) {
      columns = rows.back();
      rows.pop_back();
    }
    for (std::size_t i = 0; i < element_count(rows); ++i) {
      const Spot spot = spot_of(problem, step, index_at(rows, i));
      if (!is_asked_row(problem, step, spot.batch, spot.row)) continue;
      const Prompt row{spot, i * static_cast<std::size_t>(columns), columns};
      if (by == PracticeBy::cell && step != Step::sum) {
        add_cells(row, prompts);
      } else {
        prompts.push_back(row);
      }
    }
  }
  return prompts;
}

}  // namespace qkv
