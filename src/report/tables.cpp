// Tensors as tables with names on rows and columns.
#include <algorithm>

#include "blackboard.hpp"
#include "qkv/trace/pipeline.hpp"

namespace qkv {
namespace {

bool is_input(Step step) {
  return step == Step::q || step == Step::k || step == Step::v;
}

// The axes of an input: [batch, head, position, feature].
constexpr std::array input_axes = {Axis::batch, Axis::head, Axis::position, Axis::feature};

std::span<const Axis> axes_of(Step step) {
  return is_input(step) ? input_axes : step_row(step).axes;
}

std::string axis_word(const Blackboard& board, Axis axis) {
  return std::string(board.catalogue.text("axis." + std::string(axis_name(axis))));
}

// "scores S  [1, 1, 1, 3] = [batch, head, query, key]"
std::string caption(const Blackboard& board, Step step) {
  std::vector<std::string> axes;
  for (const Axis axis : axes_of(step)) axes.push_back(axis_word(board, axis));
  return board.catalogue.say("table.caption", {argument("name", std::string(step_name(step))),
                                               argument("shape", shape_text(board.table(step).shape())),
                                               argument("axes", vector_text(axes))});
}

bool rows_are_keys(Step step) {
  return step == Step::k || step == Step::v;
}

bool columns_are_keys(Step step) {
  return std::ranges::find(axes_of(step), Axis::key) != axes_of(step).end();
}

std::vector<int> rows_of(const Blackboard& board, Step step) {
  if (!rows_are_keys(step)) return board.queries;
  std::vector<int> all(static_cast<std::size_t>(board.problem.key_count));
  for (int j = 0; j < board.problem.key_count; ++j) all[static_cast<std::size_t>(j)] = j;
  return all;
}

std::vector<std::string> column_names(const Blackboard& board, Step step, Block2D block) {
  std::vector<std::string> names;
  if (columns_are_keys(step)) {
    for (int j = 0; j < board.problem.key_count; ++j) names.push_back(board.key_name(block.batch, j));
  } else if (step == Step::sum) {
    names.emplace_back(board.catalogue.text("axis.sum"));
  } else {
    const int features = board.table(step).shape().back();
    for (int d = 1; d <= features; ++d) names.push_back(std::to_string(d));
  }
  return names;
}

double value_at(const Tensor& values, Block2D block, int row, int column) {
  return values.rank() == 3 ? values.at({block.batch, block.head, row})
                            : values.at({block.batch, block.head, row, column});
}

Block2D block_within(const Problem& problem, Step step, Block2D block) {
  return rows_are_keys(step) ? Block2D{block.batch, problem.kv_head_of(block.head)} : block;
}

bool blocked(const Blackboard& board, Step step, Block2D block, int row, int column) {
  const bool after_mask = step == Step::masked || step == Step::exp || step == Step::weights;
  return after_mask && !board.problem.may_look(block.batch, block.head, row, column);
}

}  // namespace

Table step_table(const Blackboard& board, Step step, Block2D block) {
  const Tensor& values = board.table(step);
  const Digits& digits = board.digits(step);
  const Block2D inner = block_within(board.problem, step, block);
  Table table;
  table.caption = caption(board, step);
  table.row_axis = std::string(board.catalogue.text(rows_are_keys(step) ? "axis.key" : "axis.query"));
  table.column_axis = std::string(board.catalogue.text(columns_are_keys(step) ? "axis.key" : "axis.feature"));
  if (step == Step::sum) table.column_axis.clear();
  table.column_names = column_names(board, step, block);
  table.label_worked = step != Step::scores;
  for (const int row : rows_of(board, step)) {
    Row line;
    line.name = rows_are_keys(step) ? board.key_name(block.batch, row) : board.query_name(block.batch, row);
    line.worked = worked_row(board, step, block, row);
    for (int column = 0; column < static_cast<int>(table.column_names.size()); ++column) {
      const double value = value_at(values, inner, row, column);
      const Role role = is_input(step)                             ? Role::given
                        : blocked(board, step, block, row, column) ? Role::masked
                                                                   : Role::computed;
      const bool nothing = role == Role::masked && value == 0.0;  // not a number that was rounded to 0.00
      line.cells.push_back({.text = nothing ? "0" : digits.show(value),
                            .value = value,
                            .worked = worked_cell(board, step, block, row, column),
                            .role = role,
                            .mark = Mark::none});
    }
    table.rows.push_back(std::move(line));
  }
  return table;
}

Table mask_table(const Blackboard& board, Block2D block) {
  Table table;
  table.caption = std::string(board.catalogue.text("table.mask"));
  table.row_axis = std::string(board.catalogue.text("axis.query"));
  table.column_axis = std::string(board.catalogue.text("axis.key"));
  table.column_names = column_names(board, Step::masked, block);
  for (const int row : board.queries) {
    Row line;
    line.name = board.query_name(block.batch, row);
    for (int j = 0; j < board.problem.key_count; ++j) {
      const bool open = board.problem.may_look(block.batch, block.head, row, j);
      line.cells.push_back({.text = open ? "1" : "0",
                            .value = open ? 1.0 : 0.0,
                            .worked = "",
                            .role = open ? Role::computed : Role::masked,
                            .mark = Mark::none});
    }
    table.rows.push_back(std::move(line));
  }
  return table;
}

}  // namespace qkv
