// Tensors as tables with names on rows and columns.
#include "blackboard.hpp"
#include "qkv/trace/labels.hpp"
#include "qkv/trace/pipeline.hpp"

namespace qkv {
namespace {

// "scores  [1, 1, 1, 3] = [batch, head, query, key]"
std::string caption(const Blackboard& board, Plane plane) {
  std::vector<std::string> axes;
  for (const Axis axis : axes_of(board.problem, plane.step)) {
    const bool set = axis == Axis::head && rows_are_keys(plane.step) && is_grouped(board.problem);
    axes.push_back(board.word(set ? "axis.set" : "axis." + std::string(axis_name(axis))));
  }
  return board.catalogue.say("table.caption", {argument("name", std::string(step_name(plane.step))),
                                               argument("shape", shape_text(board.table(plane.step).shape())),
                                               argument("axes", vector_text(axes))});
}

Role role_of(const Blackboard& board, Plane plane, int row, int column) {
  if (given_table(board.problem, plane.step) != nullptr) return Role::given;
  const Role open = board.problem.is_given(plane.step) ? Role::given : Role::computed;
  if (plane.step == Step::masked) {
    return board.problem.may_look(plane.batch, plane.head, row, column) ? open : Role::masked;
  }
  if (plane.step == Step::dropped) plane.step = Step::weights;  // a dropped weight is no masked one
  return is_nothing(board.problem, plane, row, column) ? Role::masked : open;
}

Cell cell_of(const Blackboard& board, Plane plane, int row, int column) {
  return {.text = cell_text(board, plane, row, column),
          .value = board.value(plane, row, column),
          .worked = is_worked_out(board, plane, row, column) ? worked_cell(board, plane, row, column) : "",
          .role = role_of(board, plane, row, column)};
}

}  // namespace

Table plane_table(const Blackboard& board, Plane plane) {
  const Step step = plane.step;
  Table table;
  table.caption = caption(board, plane);
  table.row_axis = board.word(rows_are_keys(step) ? "axis.key" : "axis.query");
  if (step != Step::sum) table.column_axis = board.word(columns_are_keys(step) ? "axis.key" : "axis.feature");
  table.label_worked = step != Step::scores;
  const int columns = column_count(board, step);
  for (int column = 0; column < columns; ++column) {
    const std::string name = column_name(board.problem, step, plane.batch, column);
    table.column_names.push_back(name.empty() ? board.word("axis.sum") : name);
  }
  for (const int row : shown_rows(board, plane)) {
    Row line;
    line.name = row_name(board.problem, step, plane.batch, row);
    // What stands for a whole row stands for one that is worked out anyway.
    if (is_worked_out(board, plane, row, 0)) line.worked = worked_row(board, plane, row);
    for (int column = 0; column < columns; ++column) line.cells.push_back(cell_of(board, plane, row, column));
    table.rows.push_back(std::move(line));
  }
  return table;
}

Table matrix_table(const std::string& name, const Tensor& matrix, int batch, const MatrixNames& names) {
  const Digits digits = digits_of_inputs(matrix);
  const int columns = matrix.shape().back();
  const int rows = matrix.rank() == 1 ? 1 : matrix.size(matrix.rank() - 2);
  const auto name_at = [](const std::vector<std::string>& given, int index) {
    return given.empty() ? std::to_string(index + 1) : given[static_cast<std::size_t>(index)];
  };
  Table table;
  table.caption = name + "  " + shape_text(matrix.shape());
  table.row_axis = names.row_axis;
  table.column_axis = names.column_axis;
  for (int column = 0; column < columns; ++column)
    table.column_names.push_back(name_at(names.columns, column));
  for (int row = 0; row < rows; ++row) {
    Row line;
    if (matrix.rank() > 1) line.name = name_at(names.rows, row);
    for (int column = 0; column < columns; ++column) {
      const double value = matrix.rank() == 1   ? matrix.at({column})
                           : matrix.rank() == 2 ? matrix.at({row, column})
                                                : matrix.at({batch, row, column});
      line.cells.push_back({.text = digits.show(value), .value = value, .role = Role::given});
    }
    table.rows.push_back(std::move(line));
  }
  return table;
}

}  // namespace qkv
