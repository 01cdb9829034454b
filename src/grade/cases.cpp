#include "cases.hpp"

#include <algorithm>

#include "qkv/base/number.hpp"
#include "signs.hpp"

namespace qkv::grading {
namespace {

// Every known mistake has to be calculated for the whole table; beyond this it would take minutes.
constexpr std::size_t most_cells_named = 1 << 14;

bool is_infinite(const CellReport& cell) {
  return cell.verdict == Verdict::unreadable && cell.unreadable.reason == Unreadable::Reason::not_finite;
}

// Full points by rounding, though not by the learner's own numbers.
bool is_rounded_far(const Problem& problem, const HandedIn& handed_in, const JudgedTable& table) {
  const HandedTable& handed = *of_step(handed_in, table.report.step);
  const double half = half_unit(of_step(problem.decimals, table.report.step));
  return std::ranges::any_of(table.report.cells, [&](const CellReport& cell) {
    if (cell.verdict != Verdict::rounding) return false;
    const std::size_t flat = flat_index(handed.shape, cell.at);
    return !within(handed.cells[flat].number.value, table.expected.own[flat].value, half);
  });
}

// Scores and weights both right once rows and columns change places: the tables are written the other way
// round, which is no mistake of any step.
bool is_column_convention(const Problem& problem, const HandedIn& handed_in,
                          const std::vector<JudgedTable>& tables) {
  const auto is_turned = [&](const JudgedTable& table) {
    const auto& handed = of_step(handed_in, table.report.step);
    // What follows from turned scores is no sign of its own.
    const bool open = std::ranges::any_of(table.report.cells, is_unexplained);
    return handed && open && is_exchanged(problem, *handed, table.report.step, table.expected.truth);
  };
  bool scores = false;
  bool softmax = false;
  for (const JudgedTable& table : tables) {
    if (!is_turned(table)) continue;
    // The exponentials of turned scores are turned, whatever is done with them.
    scores |= table.report.step <= Step::masked;
    softmax |= table.report.step >= Step::weights;
  }
  return scores && softmax;
}

}  // namespace

bool is_unexplained(const CellReport& cell) {
  return cell.verdict == Verdict::wrong || cell.verdict == Verdict::imprecise;
}

std::size_t row_of(const Shape& shape, Step step, const CellIndex& at) {
  const std::size_t flat = flat_index(shape, at);
  return step == Step::sum ? flat : flat / static_cast<std::size_t>(shape.back());
}

Case open_case(const HandedIn& handed_in, const JudgedTable& table) {
  const Step step = table.report.step;
  const auto& handed = of_step(handed_in, step);
  Case opened{&table, &*handed, std::vector<bool>(handed->rows()), std::vector<bool>(handed->rows()),
              std::vector<bool>(handed->cells.size())};
  for (const CellReport& cell : table.report.cells) {
    const std::size_t row = row_of(handed->shape, step, cell.at);
    opened.asked[row] = true;
    if (is_infinite(cell)) opened.unexplained[row] = true;
    if (!is_unexplained(cell)) continue;
    opened.unexplained[row] = true;
    opened.unexplained_cells[flat_index(handed->shape, cell.at)] = true;
  }
  return opened;
}

std::vector<Case> open_cases(const Problem& problem, const HandedIn& handed_in, const HandedIn& misshapen,
                             const std::vector<JudgedTable>& tables) {
  std::vector<Case> cases;
  if (is_column_convention(problem, handed_in, tables)) return cases;
  for (const JudgedTable& table : tables) {
    const Step step = table.report.step;
    if (element_count(table.report.shape) > most_cells_named) {
      table.report.too_large_to_name = true;
    } else if (const auto& handed = of_step(misshapen, step)) {
      const std::vector<bool> every(handed->rows(), true);
      cases.push_back({&table, &*handed, every, every, {}, true});
    } else if (of_step(handed_in, step)) {
      Case opened = open_case(handed_in, table);
      const bool unexplained = std::ranges::any_of(opened.unexplained, [](bool row) { return row; });
      opened.right = !unexplained;
      const bool is_far = table.report.reads_right && is_rounded_far(problem, handed_in, table);
      if (unexplained || is_far) cases.push_back(std::move(opened));
    }
  }
  return cases;
}

}  // namespace qkv::grading
