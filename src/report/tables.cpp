// Tensors as tables with names on rows and columns.
#include "blackboard.hpp"
#include "qkv/trace/labels.hpp"
#include "qkv/trace/pipeline.hpp"

namespace qkv {
namespace {

std::string word(const Blackboard& board, std::string_view key) {
  return std::string(board.catalogue.text(key));
}

// "scores  [1, 1, 1, 3] = [batch, head, query, key]"
std::string caption(const Blackboard& board, Plane plane) {
  std::vector<std::string> axes;
  for (const Axis axis : axes_of(board.problem, plane.step)) {
    axes.push_back(word(board, "axis." + std::string(axis_name(axis))));
  }
  return board.catalogue.say("table.caption", {argument("name", std::string(step_name(plane.step))),
                                               argument("shape", shape_text(board.table(plane.step).shape())),
                                               argument("axes", vector_text(axes))});
}

Role role_of(const Blackboard& board, Plane plane, int row, int column) {
  if (given_table(board.problem, plane.step) != nullptr) return Role::given;
  const bool blocked =
      plane.step == Step::masked && !board.problem.may_look(plane.batch, plane.head, row, column);
  return blocked || is_nothing(board.problem, plane, row, column) ? Role::masked : Role::computed;
}

Cell cell_of(const Blackboard& board, Plane plane, int row, int column) {
  // Exactly 0, not a number that was rounded to 0.00.
  const bool nothing = is_nothing(board.problem, plane, row, column);
  return {.text = nothing ? "0" : board.show(plane, row, column),
          .value = board.value(plane, row, column),
          .worked = is_worked_out(board, plane, row, column) ? worked_cell(board, plane, row, column) : "",
          .role = role_of(board, plane, row, column)};
}

}  // namespace

Table plane_table(const Blackboard& board, Plane plane) {
  const Step step = plane.step;
  Table table;
  table.caption = caption(board, plane);
  table.row_axis = word(board, rows_are_keys(step) ? "axis.key" : "axis.query");
  if (step != Step::sum)
    table.column_axis = word(board, columns_are_keys(step) ? "axis.key" : "axis.feature");
  table.label_worked = step != Step::scores;
  const int columns = column_count(board, step);
  for (int column = 0; column < columns; ++column) {
    const std::string name = column_name(board.problem, step, plane.batch, column);
    table.column_names.push_back(name.empty() ? word(board, "axis.sum") : name);
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

Table matrix_table(const Blackboard& board, const std::string& name, const Tensor& matrix, int batch,
                   const std::vector<std::string>& row_names) {
  const Digits digits = digits_of_inputs(matrix);
  const int columns = matrix.shape().back();
  const int rows = matrix.rank() == 1 ? 1 : matrix.size(matrix.rank() - 2);
  Table table;
  table.caption = name + "  " + shape_text(matrix.shape());
  table.row_axis = word(board, row_names.empty() ? "axis.feature" : "axis.position");
  table.column_axis = word(board, "axis.feature");
  for (int column = 1; column <= columns; ++column) table.column_names.push_back(std::to_string(column));
  for (int row = 0; row < rows; ++row) {
    Row line;
    if (matrix.rank() > 1)
      line.name = row_names.empty() ? std::to_string(row + 1) : row_names[static_cast<std::size_t>(row)];
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
