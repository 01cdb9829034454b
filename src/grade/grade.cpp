#include "qkv/grade/grade.hpp"

#include <algorithm>
#include <cmath>
#include <variant>

#include "qkv/trace/pipeline.hpp"
#include "qkv/trace/trace.hpp"

namespace qkv {
namespace {

// The true tables and those of a calculation rounded at every stage.
struct Reference {
  Trace exact;
  Trace by_hand;
};

Shape without_leading_ones(const Shape& shape) {
  auto first = shape.begin();
  while (first != shape.end() && *first == 1) ++first;
  return {first, shape.end()};
}

// Leading axes of size 1 may be left out: [1, 3] and [1, 1, 1, 3] are the same table. At least one axis
// stays, so that a bare number is never taken for a table.
bool same_table_shape(const Shape& handed_in, const Shape& expected) {
  return !handed_in.empty() && handed_in.size() <= expected.size() &&
         without_leading_ones(handed_in) == without_leading_ones(expected);
}

void judge(CellReport& cell, double half_unit, const ReadOptions& options) {
  if (cell.written.empty()) {
    cell.verdict = Verdict::blank;
    return;
  }
  const auto read = read_number(cell.written, options);
  if (const auto* unreadable = std::get_if<Unreadable>(&read)) {
    // A cell of blanks is blank: nothing was written.
    cell.verdict = unreadable->reason == Unreadable::Reason::empty ? Verdict::blank : Verdict::unreadable;
    cell.unreadable = *unreadable;
    return;
  }
  const double value = std::get<WrittenNumber>(read).value;
  const bool is_true = within(value, cell.expected, half_unit);
  cell.by_own = !is_true && within(value, *cell.own, half_unit);
  cell.verdict = is_true || cell.by_own ? Verdict::correct : Verdict::wrong;
}

std::vector<int> index_of(std::size_t flat, const Shape& shape) {
  std::vector<int> index(shape.size());
  for (std::size_t axis = shape.size(); axis-- > 0;) {
    index[axis] = static_cast<int>(flat % static_cast<std::size_t>(shape[axis]));
    flat /= static_cast<std::size_t>(shape[axis]);
  }
  return index;
}

// Rows of padded queries are 0 by agreement from the weights on: nobody is asked for them.
bool is_asked(const Problem& problem, Step step, const std::vector<int>& at) {
  if (step < Step::weights) return true;
  const bool with_head_axis = step != Step::merged && step != Step::projected;
  return !problem.is_padded_query(at[0], at[with_head_axis ? 2 : 1]);
}

TableReport grade_table(const Problem& problem, const Reference& reference, const AnswerTable* answer,
                        Step step, const ReadOptions& options) {
  const Tensor& exact = reference.exact.at(step);
  const Tensor& by_hand = reference.by_hand.at(step);
  TableReport report;
  report.step = step;
  report.shape = exact.shape();

  const bool fits = answer != nullptr && same_table_shape(answer->shape, exact.shape());
  if (answer != nullptr && !fits) {
    report.faults.push_back({.code = "answers.table-shape",
                             .place = answer->place,
                             .arguments = {argument("table", std::string(step_name(step))),
                                           argument("expected", shape_text(exact.shape())),
                                           argument("found", shape_text(answer->shape))},
                             .suggestion = ""});
  }

  const double half_unit = 0.5 * std::pow(10.0, -of_step(problem.decimals, step));
  for (std::size_t flat = 0; flat < exact.values().size(); ++flat) {
    CellReport cell;
    cell.at = index_of(flat, exact.shape());
    if (!is_asked(problem, step, cell.at)) continue;
    cell.written = fits ? answer->cells[flat].written : "";
    cell.expected = exact.values()[flat];
    cell.own = by_hand.values()[flat];
    judge(cell, half_unit, options);
    cell.points = is_right(cell.verdict) ? of_step(problem.points, step) : 0;
    report.points += cell.points;
    report.max_points += of_step(problem.points, step);
    report.cells.push_back(std::move(cell));
  }
  return report;
}

}  // namespace

Report grade(const Problem& problem, const Answers& answers, const GradeOptions& options) {
  const Reference reference = {compute(problem, right_recipe(), Carry::exact),
                               compute(problem, right_recipe(), Carry::by_hand)};
  Report report;
  report.problem = problem.id;
  report.learner = answers.learner;
  report.learner_name = answers.learner_name;
  report.faults = answers.faults;
  if (!answers.problem.empty() && answers.problem != problem.id) {
    report.faults.push_back(
        {.code = "answers.other-problem",
         .arguments = {argument("expected", problem.id), argument("found", answers.problem)}});
  }
  for (const AnswerTable& table : answers.tables) {
    if (problem.is_asked(table.step)) continue;
    report.faults.push_back({.code = "answers.not-asked",
                             .place = table.place,
                             .arguments = {argument("table", std::string(step_name(table.step)))}});
  }
  for (const Step step : problem.asked) {
    const AnswerTable* answer = answers.find(step);
    report.tables.push_back(grade_table(problem, reference, answer, step, options.reading));
    report.anything_readable |= answer != nullptr && report.tables.back().faults.empty();
    report.points += report.tables.back().points;
    report.max_points += report.tables.back().max_points;
  }
  report.passed = report.points * 100 >= options.pass_mark * report.max_points;
  return report;
}

}  // namespace qkv
