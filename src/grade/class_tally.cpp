#include "qkv/grade/class_tally.hpp"

#include <algorithm>

namespace qkv {
namespace {

ClassRecord::Table table_of(const TableReport& report) {
  ClassRecord::Table table{report.step, 0, static_cast<int>(report.cells.size()), 0};
  for (const CellReport& cell : report.cells) {
    const bool right = counts(cell);
    table.right += right;
    table.wrong += !right && cell.verdict != Verdict::blank && cell.verdict != Verdict::unreadable;
  }
  return table;
}

void add_mistakes(const TableReport& report, std::vector<ClassRecord::Mistakes>& mistakes) {
  for (const Diagnosis& diagnosis : report.diagnosis) {
    const bool known = std::ranges::find(mistakes, diagnosis.mistakes) != mistakes.end();
    if (!known && !diagnosis.may_be_rounding) mistakes.push_back(diagnosis.mistakes);
  }
}

void look_for_unreadable(const TableReport& report, ClassRecord& record) {
  for (const CellReport& cell : report.cells) {
    if (cell.verdict != Verdict::unreadable) continue;
    record.unreadable = true;
    record.comma |= cell.unreadable.reason == Unreadable::Reason::comma;
  }
}

bool names_other_problem(const Report& report) {
  return std::ranges::any_of(report.faults,
                             [](const Diagnostic& fault) { return fault.code == "answers.other-problem"; });
}

bool all_right(const ClassRecord::Table& table) {
  return table.right == table.cells;
}

}  // namespace

std::string title_of(const ClassRecord& record) {
  if (record.learner_name.empty()) return record.label;
  return record.learner.empty() ? record.learner_name : record.learner_name + " (" + record.learner + ")";
}

ClassRecord record_of(const Report& report, std::size_t number, const std::string& fallback) {
  ClassRecord record;
  record.number = number;
  record.learner = report.learner;
  record.learner_name = report.learner_name;
  record.label = !report.learner.empty() ? report.learner : report.learner_name;
  if (record.label.empty()) record.label = fallback;
  record.title = title_of(record);
  record.other_problem = names_other_problem(report);
  record.problem = report.problem;
  record.graded = true;
  record.passed = report.passed;
  record.points = report.points;
  record.max_points = report.max_points;
  record.tables.reserve(report.tables.size());
  for (const TableReport& table : report.tables) {
    record.tables.push_back(table_of(table));
    add_mistakes(table, record.mistakes);
    look_for_unreadable(table, record);
  }
  return record;
}

ClassRecord ungraded_record(std::size_t number, const std::string& fallback) {
  ClassRecord record;
  record.number = number;
  record.label = fallback;
  record.title = fallback;
  return record;
}

void ClassTally::remember(const ClassRecord& record, std::vector<std::string>& names) const {
  if (names_ == Names::labels) names.push_back(record.label);
  if (names_ == Names::titles) names.push_back(record.title);
}

void ClassTally::add(const ClassRecord& record) {
  ++submissions_;
  if (!record.graded) {
    remember(record, ungraded_);
    return;
  }
  ++graded_;
  passed_ += record.passed;
  points_ += record.points;
  max_points_ += record.max_points;
  unreadable_ += record.unreadable;
  commas_ += record.comma;
  if (record.other_problem) {
    ++other_problem_;
    remember(record, other_problem_names_);
  }
  bool wrong_before = false;
  for (const ClassRecord::Table& table : record.tables) {
    Table& sum = tables_.try_emplace(table.step, Table{table.step}).first->second;
    sum.right += table.right;
    sum.cells += table.cells;
    ++sum.submissions;
    sum.all_right += ::qkv::all_right(table);
    if (::qkv::all_right(table) || wrong_before) continue;
    wrong_before = true;
    ++sum.first_wrong;
    if (!record.mistakes.empty() || table.wrong == 0) continue;
    ++sum.unnamed;
    remember(record, sum.unnamed_learners);
  }
  all_right_ += !wrong_before;
  for (const ClassRecord::Mistakes& ids : record.mistakes) {
    const auto [found, is_new] = index_.try_emplace(ids, mistakes_.size());
    if (is_new) mistakes_.push_back({ids, 0, {}});
    Mistake& mistake = mistakes_[found->second];
    ++mistake.count;
    remember(record, mistake.learners);
  }
}

std::vector<ClassTally::Table> ClassTally::tables() const {
  std::vector<Table> result;
  for (const auto& [step, table] : tables_) result.push_back(table);
  return result;
}

std::vector<const ClassTally::Mistake*> ClassTally::mistakes() const {
  std::vector<const Mistake*> result;
  for (const Mistake& mistake : mistakes_) result.push_back(&mistake);
  std::ranges::stable_sort(result, std::ranges::greater(), &Mistake::count);
  return result;
}

}  // namespace qkv
