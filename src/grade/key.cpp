// Blank answer sheets, and those that a flawless learner would hand in.
#include <algorithm>

#include "qkv/base/number.hpp"
#include "qkv/grade/answers.hpp"
#include "qkv/grade/grade.hpp"
#include "qkv/trace/pipeline.hpp"
#include "qkv/trace/trace.hpp"

namespace qkv {
namespace {

// What is written into a cell.
using Write = std::string (*)(double value, int decimals);

std::string exactly(double value, int) {
  return format_shortest(value);
}

void fill(AnswerTable& table, const Problem& problem, const Trace& trace, Write write) {
  const Tensor& values = trace.at(table.step);
  const int decimals = of_step(problem.decimals, table.step);
  for (std::size_t flat = 0; flat < table.cells.size(); ++flat) {
    if (!is_asked_cell(problem, table.step, index_at(table.shape, flat))) continue;
    table.cells[flat].written = write(values.values()[flat], decimals);
  }
}

bool all_right(const Problem& problem, const Answers& key) {
  const Report report = grade(problem, key);
  return report.passed && std::ranges::all_of(report.tables, [](const TableReport& table) {
           return std::ranges::all_of(table.cells,
                                      [](const CellReport& cell) { return is_right(cell.verdict); });
         });
}

}  // namespace

Answers blank_answers(const Problem& problem) {
  Answers answers;
  answers.problem = problem.id;
  for (const Step step : problem.asked) {
    AnswerTable table;
    table.step = step;
    table.shape = shape_of(problem, step);
    table.cells.resize(element_count(table.shape));
    answers.tables.push_back(std::move(table));
  }
  return answers;
}

namespace {

// One sheet of everything: a given table and an asked one never come from different calculations.
Answers whole_key(const Problem& problem) {
  Answers key = blank_answers(problem);
  const Trace by_hand = compute(problem, right_recipe(), Carry::by_hand);
  for (AnswerTable& table : key.tables) fill(table, problem, by_hand, format_fixed);
  if (all_right(problem, key)) return key;
  const Trace exact = compute(problem, right_recipe(), Carry::exact);
  for (AnswerTable& table : key.tables) fill(table, problem, exact, exactly);
  return key;
}

// Every table that stands on the sheet is asked.
Problem with_given_asked(Problem problem) {
  problem.asked.insert(problem.asked.end(), problem.given.begin(), problem.given.end());
  std::ranges::sort(problem.asked);
  problem.given.clear();
  return problem;
}

}  // namespace

Answers answer_key(const Problem& problem) {
  if (problem.given.empty()) return whole_key(problem);
  Answers key = whole_key(with_given_asked(problem));
  std::erase_if(key.tables, [&](const AnswerTable& table) { return problem.is_given(table.step); });
  return key;
}

Answers given_answers(const Problem& problem) {
  Answers given;
  given.problem = problem.id;
  if (problem.given.empty()) return given;
  given = whole_key(with_given_asked(problem));
  std::erase_if(given.tables, [&](const AnswerTable& table) { return !problem.is_given(table.step); });
  return given;
}

Answers with_given_tables(const Problem& problem, Answers answers) {
  for (AnswerTable& table : given_answers(problem).tables) answers.tables.push_back(std::move(table));
  std::ranges::stable_sort(answers.tables, {}, &AnswerTable::step);
  return answers;
}

}  // namespace qkv
