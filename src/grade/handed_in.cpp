#include "handed_in.hpp"

#include <algorithm>
#include <variant>

#include "qkv/trace/pipeline.hpp"

namespace qkv::grading {
namespace {

Shape without_leading_ones(const Shape& shape) {
  auto first = shape.begin();
  while (first != shape.end() && *first == 1) ++first;
  return {first, shape.end()};
}

// Batches and heads that are one: rows and columns are the last two axes.
Shape without_inner_ones(const Shape& shape) {
  if (shape.size() < 3) return shape;
  Shape result;
  for (std::size_t axis = 0; axis < shape.size(); ++axis) {
    if (axis + 2 >= shape.size() || shape[axis] != 1) result.push_back(shape[axis]);
  }
  return result;
}

HandedCell read_cell(const std::string& written, const ReadOptions& options) {
  HandedCell cell;
  if (written.empty()) return cell;
  const auto read = read_number(written, options);
  if (const auto* number = std::get_if<WrittenNumber>(&read)) {
    cell.state = HandedCell::State::number;
    cell.number = *number;
    return cell;
  }
  cell.unreadable = std::get<Unreadable>(read);
  // A cell of blanks is blank: nothing was written.
  const bool empty = cell.unreadable.reason == Unreadable::Reason::empty;
  cell.state = empty ? HandedCell::State::blank : HandedCell::State::unreadable;
  return cell;
}

}  // namespace

bool HandedTable::row_readable(std::size_t row) const {
  for (int column = 0; column < row_length; ++column) {
    if (cell(row, column).state != HandedCell::State::number) return false;
  }
  return true;
}

bool HandedTable::row_broken(std::size_t row) const {
  bool filled = false;
  bool gap = false;
  for (int column = 0; column < row_length; ++column) {
    const HandedCell::State state = cell(row, column).state;
    filled |= state != HandedCell::State::blank;
    gap |= state != HandedCell::State::number;
  }
  return filled && gap;
}

bool same_table_shape(const Shape& handed_in, const Shape& expected) {
  if (handed_in == expected && !expected.empty()) return true;
  // At least one axis stays, so that a bare number is never taken for a table.
  if (handed_in.empty() || handed_in.size() > expected.size()) return false;
  return without_leading_ones(without_inner_ones(handed_in)) ==
         without_leading_ones(without_inner_ones(expected));
}

namespace {

HandedTable read_table(const AnswerTable& answer, Shape shape, const ReadOptions& options) {
  HandedTable table;
  table.row_length = answer.step == Step::sum ? 1 : shape.back();
  table.shape = std::move(shape);
  table.cells.reserve(answer.cells.size());
  for (const AnswerCell& cell : answer.cells) table.cells.push_back(read_cell(cell.written, options));
  return table;
}

}  // namespace

HandedIn handed_in(const Problem& problem, const Answers& answers, const ReadOptions& options) {
  HandedIn tables;
  for (const Step step : problem.asked) {
    const AnswerTable* answer = answers.find(step);
    const Shape shape = shape_of(problem, step);
    if (answer == nullptr || !same_table_shape(answer->shape, shape)) continue;
    of_step(tables, step) = read_table(*answer, shape, options);
  }
  return tables;
}

HandedIn given_in(const Problem& problem) {
  HandedIn tables;
  for (const AnswerTable& table : given_answers(problem).tables)
    of_step(tables, table.step) = read_table(table, table.shape, {});
  return tables;
}

HandedIn handed_in_misshapen(const Problem& problem, const Answers& answers, const ReadOptions& options) {
  HandedIn tables;
  for (const Step step : problem.asked) {
    const AnswerTable* answer = answers.find(step);
    if (answer == nullptr || answer->cells.empty()) continue;
    if (same_table_shape(answer->shape, shape_of(problem, step))) continue;
    of_step(tables, step) = read_table(*answer, answer->shape, options);
  }
  return tables;
}

}  // namespace qkv::grading
