#include "passed_over.hpp"

#include <algorithm>

namespace qkv::grading {
namespace {

Problem with_nothing_given(Problem problem) {
  problem.given.clear();
  return problem;
}

bool is_all_right(const TableReport& table) {
  const auto is_blank = [](const CellReport& cell) { return cell.verdict == Verdict::blank; };
  return table.faults.empty() && !std::ranges::all_of(table.cells, is_blank) &&
         std::ranges::all_of(
             table.cells, [&](const CellReport& cell) { return is_right(cell.verdict) || is_blank(cell); });
}

}  // namespace

struct PassedOver::Without {
  Without(const Problem& of, Known::Sheets sheets)
      : problem(with_nothing_given(of)), known(problem, sheets) {}

  Problem problem;
  Known known;
};

PassedOver::PassedOver(const Problem& problem, Known::Sheets sheets) : problem_(problem), sheets_(sheets) {}

void PassedOver::accept(std::vector<TableReport>& tables, const Answers& answers,
                        const GradeOptions& options) {
  if (problem_.given.empty() || std::ranges::all_of(tables, is_all_right)) return;
  if (!without_) without_ = std::make_shared<Without>(problem_, sheets_);
  std::vector<TableReport> others = judge_tables(without_->known, answers, options);
  for (std::size_t i = 0; i < tables.size(); ++i) {
    if (!is_all_right(tables[i]) && is_all_right(others[i])) tables[i] = std::move(others[i]);
  }
}

}  // namespace qkv::grading
