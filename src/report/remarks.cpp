// What is worth saying after a step's table.
#include <algorithm>
#include <cmath>

#include "blackboard.hpp"
#include "qkv/base/number.hpp"
#include "qkv/trace/labels.hpp"
#include "qkv/trace/pipeline.hpp"
#include "qkv/trace/softmax.hpp"

namespace qkv {
namespace {

constexpr std::size_t most_listed = 6;

std::string join_list(const Blackboard& board, const std::vector<std::string>& items,
                      std::string_view separator = "list.separator") {
  std::string list;
  for (const std::string& item : items) {
    if (!list.empty()) list += board.catalogue.text(separator);
    list += item;
  }
  return list;
}

std::string column_text(const Blackboard& board, Plane plane, int column) {
  const std::string name = column_name(board.problem, plane.step, plane.batch, column);
  return name.empty() ? std::string(board.catalogue.text("axis.sum")) : name;
}

std::string quoted_row(const Blackboard& board, Plane plane, int row) {
  return quoted(row_name(board.problem, plane.step, plane.batch, row));
}

std::string row_text(const Digits& digits, const Tensor& values, Plane plane, int row) {
  std::vector<std::string> numbers;
  for (int j = 0; j < values.shape().back(); ++j) {
    numbers.push_back(digits.show(values.at({plane.batch, plane.head, row, j})));
  }
  return vector_text(numbers);
}

double largest_in_row(const Tensor& values, Plane plane, int row) {
  double largest = values.at({plane.batch, plane.head, row, 0});
  for (int j = 1; j < values.shape().back(); ++j) {
    largest = std::max(largest, values.at({plane.batch, plane.head, row, j}));
  }
  return largest;
}

// Whether the exponentials of a row are shifted by another number in the unrounded calculation: then they
// cannot be compared.
bool shifted_differently(const Blackboard& board, Plane plane, int row) {
  if (plane.step != Step::exp && plane.step != Step::sum) return false;
  return exp_shift(board.problem, board.shown, plane.batch, plane.head, row) !=
         exp_shift(board.problem, board.exact, plane.batch, plane.head, row);
}

// Where the unrounded calculation ends in another last digit than the one on the board.
void add_unrounded(const Blackboard& board, Plane plane, std::vector<Note>& notes) {
  if (board.full_precision) return;
  const int decimals = of_step(board.problem.decimals, plane.step);
  std::vector<std::string> cells;
  for (const int row : shown_rows(board, plane)) {
    if (shifted_differently(board, plane, row)) continue;
    for (int column = 0; column < column_count(board, plane.step); ++column) {
      const double unrounded = board.exact_value(plane, row, column);
      if (board.value(plane, row, column) == round_half_away(unrounded, decimals)) continue;
      cells.push_back(board.catalogue.say(
          "walk.unrounded.cell",
          {argument("row", row_name(board.problem, plane.step, plane.batch, row)),
           argument("column", column_text(board, plane, column)),
           argument("shown", board.show(plane, row, column)),
           argument("exact", Digits{.shortest = false, .decimals = decimals}.show(unrounded))}));
    }
  }
  if (cells.empty()) return;
  const long long more = static_cast<long long>(cells.size()) - static_cast<long long>(most_listed);
  if (more > 0) cells.resize(most_listed);
  std::string list = join_list(board, cells, "list.clauses");
  if (more > 0) list += board.catalogue.say("walk.unrounded.more", {argument("count", more)});
  notes.push_back(
      {NoteKind::remark, board.catalogue.say(board.as_asked ? "walk.unrounded" : "walk.unrounded.alone",
                                             {argument("cells", list)})});
}

// Rounded weights may miss a sum of 1 by a unit or two: worth a word before somebody hunts for an error.
void add_row_sums(const Blackboard& board, Plane plane, std::vector<Note>& notes) {
  if (board.full_precision) return;
  for (const int row : shown_rows(board, plane)) {
    double sum = 0.0;
    std::vector<std::string> terms;
    for (int j = 0; j < board.problem.key_count; ++j) {
      sum += board.value(plane, row, j);
      terms.push_back(board.show(plane, row, j));
    }
    if (within(sum, 1.0, 0.0) || sum == 0.0) continue;
    notes.push_back(
        {NoteKind::remark,
         board.catalogue.say(
             "walk.weights.sum",
             {argument("row", row_name(board.problem, plane.step, plane.batch, row)),
              argument("terms", sum_text(terms)), argument("sum", board.digits(plane.step).show(sum))})});
    return;  // one row shows it
  }
}

// What the division does to the weights, on the last row shown: the same problem without it.
void add_without_scale(const Blackboard& board, Plane plane, std::vector<Note>& notes) {
  const std::vector<int> rows = shown_rows(board, plane);
  if (board.problem.scale.divisor == 1.0 || board.problem.softmax == Softmax::row_sum || rows.empty()) return;
  Problem unscaled = board.problem;
  unscaled.scale = {Scale::Kind::none, 1.0, ""};
  const Tensor without = compute(unscaled, right_recipe(), Carry::exact).at(Step::weights);
  const Tensor& with = board.exact.at(Step::weights);
  const Digits digits{.shortest = false,
                      .decimals = std::max(2, of_step(board.problem.decimals, Step::weights))};
  const int row = rows.back();
  const std::string without_text = row_text(digits, without, plane, row);
  const std::string with_text = row_text(digits, with, plane, row);
  if (without_text == with_text) return;
  const bool sharper = largest_in_row(without, plane, row) > largest_in_row(with, plane, row);
  notes.push_back(
      {NoteKind::remark,
       board.catalogue.say(sharper ? "walk.scaled.without.sharper" : "walk.scaled.without.flatter",
                           {argument("row", row_name(board.problem, plane.step, plane.batch, row)),
                            argument("divisor", divisor_symbol(board.problem)),
                            argument("without", without_text), argument("with", with_text)})});
}

void add_shifted_rows(const Blackboard& board, Plane plane, std::vector<Note>& notes) {
  std::vector<std::string> rows;
  for (const int row : shown_rows(board, plane)) {
    if (exp_shift(board.problem, board.shown, plane.batch, plane.head, row) != 0.0) {
      rows.push_back(quoted_row(board, plane, row));
    }
  }
  if (rows.empty()) return;
  notes.push_back(
      {NoteKind::remark, board.catalogue.count("walk.exp.shifted", static_cast<long long>(rows.size()),
                                               {argument("rows", join_list(board, rows))})});
}

// Rows that are all 0, and why.
void add_empty_rows(const Blackboard& board, Plane plane, std::vector<Note>& notes) {
  std::vector<std::string> padded;
  std::vector<std::string> blind;
  for (const int row : shown_rows(board, plane)) {
    if (board.problem.is_padded_query(plane.batch, row)) padded.push_back(quoted_row(board, plane, row));
    if (std::isinf(largest_in_row(softmax_input(board.exact), plane, row))) {
      blind.push_back(quoted_row(board, plane, row));
    }
  }
  if (!blind.empty()) {
    notes.push_back({NoteKind::warning, board.catalogue.say("walk.weights.nothing-visible",
                                                            {argument("rows", join_list(board, blind))})});
  }
  if (!padded.empty()) {
    notes.push_back({NoteKind::warning, board.catalogue.say("walk.weights.padded-query",
                                                            {argument("rows", join_list(board, padded))})});
  }
}

}  // namespace

std::vector<Note> remarks(const Blackboard& board, Plane plane) {
  std::vector<Note> notes;
  if (plane.step == Step::exp) add_shifted_rows(board, plane, notes);
  if (plane.step == Step::weights) {
    add_empty_rows(board, plane, notes);
    add_row_sums(board, plane, notes);
  }
  add_unrounded(board, plane, notes);
  if (plane.step == Step::weights) add_without_scale(board, plane, notes);
  return notes;
}

}  // namespace qkv
