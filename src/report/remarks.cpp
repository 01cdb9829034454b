// What is worth saying beside a step's table.
#include <algorithm>
#include <cmath>
#include <optional>

#include "blackboard.hpp"
#include "qkv/base/number.hpp"
#include "qkv/trace/labels.hpp"
#include "qkv/trace/pipeline.hpp"
#include "qkv/trace/softmax.hpp"

namespace qkv {
namespace {

constexpr std::size_t most_listed = 6;

std::string join_clauses(const Blackboard& board, const std::vector<std::string>& items) {
  std::string list;
  for (const std::string& item : items) {
    if (!list.empty()) list += board.catalogue.text("list.clauses");
    list += item;
  }
  return list;
}

// The first of many, and how many more there are.
void cut(std::vector<std::string>& items, std::string& rest, const Blackboard& board) {
  if (items.size() <= most_listed) return;
  rest = board.catalogue.say("walk.unrounded.more",
                             {argument("count", static_cast<long long>(items.size() - most_listed))});
  items.resize(most_listed);
}

std::string column_text(const Blackboard& board, Plane plane, int column) {
  const std::string name = column_name(board.problem, plane.step, plane.batch, column);
  return name.empty() ? std::string(board.catalogue.text("axis.sum")) : name;
}

std::string quoted_row(const Blackboard& board, Plane plane, int row) {
  return quoted(row_name(board.problem, plane.step, plane.batch, row));
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
  std::string rest;
  cut(cells, rest, board);
  const std::string list = join_clauses(board, cells) + rest;
  notes.push_back(
      {NoteKind::remark, board.catalogue.say(board.as_asked ? "walk.unrounded" : "walk.unrounded.alone",
                                             {argument("cells", list)})});
}

// "0.40 + 0.40 + 0.21 = 1.01": the weights of a row as they stand in the table.
struct RowSum {
  double sum = 0.0;
  std::string terms;
};

RowSum sum_of_row(const Blackboard& board, Plane plane, int row) {
  RowSum result;
  std::vector<std::string> terms;
  for (int j = 0; j < board.problem.key_count; ++j) {
    result.sum += board.value(plane, row, j);
    terms.push_back(cell_text(board, plane, row, j));
  }
  result.terms = sum_text(terms);
  return result;
}

// Rounded weights may miss a sum of 1 by a unit or two: worth a word before somebody hunts for an error. One
// row shows it, the others are named.
void add_row_sums(const Blackboard& board, Plane plane, std::vector<Note>& notes) {
  if (board.full_precision) return;
  std::string first;
  std::vector<std::string> others;
  for (const int row : shown_rows(board, plane)) {
    const RowSum result = sum_of_row(board, plane, row);
    if (within(result.sum, 1.0, 0.0) || result.sum == 0.0) continue;
    const std::vector<Argument> parts = {
        argument("row", row_name(board.problem, plane.step, plane.batch, row)),
        argument("terms", result.terms), argument("sum", board.digits(plane.step).show(result.sum))};
    if (first.empty()) {
      first = board.catalogue.say("walk.weights.sum", parts);
    } else {
      others.push_back(board.catalogue.say("walk.weights.sum.row", parts));
    }
  }
  if (first.empty()) return;
  if (!others.empty()) {
    std::string rest;
    cut(others, rest, board);
    const std::string_view last = rest.empty() ? "list.last.tail" : "list.separator";
    first += board.catalogue.say("walk.weights.sum.also.tail",
                                 {argument("rows", enumerated(board, others, last) + rest)});
  }
  notes.push_back({NoteKind::remark, first});
}

// A row of weights as it is printed, number by number.
struct PrintedRow {
  std::vector<double> values;
  std::vector<std::string> texts;
};

// The row in the table above, and the same row of the problem without its division: both carried in the same
// way, so that the note agrees with the table.
PrintedRow with_scale(const Blackboard& board, Plane plane, int row) {
  PrintedRow result;
  const Digits two{.shortest = false, .decimals = std::max(2, of_step(board.problem.decimals, plane.step))};
  for (int j = 0; j < board.problem.key_count; ++j) {
    const double value = board.value(plane, row, j);
    const bool cut_short = board.full_precision && !is_nothing(board.problem, plane, row, j);
    result.values.push_back(board.full_precision ? round_half_away(value, two.decimals) : value);
    result.texts.push_back(cut_short ? two.show(value) : cell_text(board, plane, row, j));
  }
  return result;
}

PrintedRow without_scale(const Blackboard& board, Plane plane, int row) {
  Problem unscaled = board.problem;
  unscaled.scale = {Scale::Kind::none, 1.0, ""};
  const Carry carry = board.full_precision ? Carry::exact : Carry::by_hand;
  const Tensor weights = compute(unscaled, right_recipe(), carry).at(Step::weights);
  const int asked = of_step(board.problem.decimals, plane.step);
  const Digits digits{.shortest = false, .decimals = board.full_precision ? std::max(2, asked) : asked};
  PrintedRow result;
  for (int j = 0; j < board.problem.key_count; ++j) {
    const double value = round_half_away(weights.at({plane.batch, plane.head, row, j}), digits.decimals);
    result.values.push_back(value);
    result.texts.push_back(is_nothing(board.problem, plane, row, j) ? "0" : digits.show(value));
  }
  return result;
}

// What the missing division does to the largest and to the smallest weight, as far as the printed numbers
// show it: what lies between may go either way.
std::string effect_key(const Blackboard& board, Plane plane, int row, const PrintedRow& with,
                       const PrintedRow& without) {
  if (board.problem.scale.divisor < 0.0) return "";  // the order turns round
  std::optional<std::size_t> most, least;
  for (std::size_t j = 0; j < with.values.size(); ++j) {
    if (is_nothing(board.problem, plane, row, static_cast<int>(j))) continue;
    if (!most || with.values[j] > with.values[*most]) most = j;
    if (!least || with.values[j] < with.values[*least]) least = j;
  }
  if (!most) return "";
  const double top = without.values[*most] - with.values[*most];
  const double bottom = without.values[*least] - with.values[*least];
  if (top > 0.0 && bottom < 0.0) return "walk.scaled.without.sharper.tail";
  if (top > 0.0 && bottom == 0.0) return "walk.scaled.without.sharper-top.tail";
  if (top < 0.0 && bottom > 0.0) return "walk.scaled.without.flatter.tail";
  return "";
}

// What the division does to the weights, on the last row shown: the same problem without it.
void add_without_scale(const Blackboard& board, Plane plane, std::vector<Note>& notes) {
  const std::vector<int> rows = shown_rows(board, plane);
  if (board.problem.scale.divisor == 1.0 || board.problem.softmax == Softmax::row_sum || rows.empty()) return;
  const int row = rows.back();
  const PrintedRow with = with_scale(board, plane, row);
  const PrintedRow without = without_scale(board, plane, row);
  if (with.values == without.values) return;
  const std::string effect = effect_key(board, plane, row, with, without);
  notes.push_back(
      {NoteKind::remark,
       board.catalogue.say(
           "walk.scaled.without",
           {argument("row", row_name(board.problem, plane.step, plane.batch, row)),
            argument("divisor", divisor_symbol(board.problem)),
            argument("without", vector_text(without.texts)), argument("with", vector_text(with.texts)),
            argument("effect", effect.empty() ? "" : board.word(effect))})});
}

void add_shifted_rows(const Blackboard& board, Plane plane, std::vector<Note>& notes) {
  std::vector<std::string> rows;
  for (const int row : shown_rows(board, plane)) {
    if (exp_shift(board.problem, board.shown, plane.batch, plane.head, row) != 0.0) {
      rows.push_back(quoted_row(board, plane, row));
    }
  }
  if (rows.empty()) return;
  notes.push_back({NoteKind::remark,
                   board.catalogue.count("walk.exp.shifted", static_cast<long long>(rows.size()),
                                         {argument("rows", enumerated(board, rows, "list.last.tail"))})});
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
    notes.push_back({NoteKind::warning,
                     board.catalogue.say("walk.weights.nothing-visible",
                                         {argument("rows", enumerated(board, blind, "list.last.tail"))})});
  }
  if (!padded.empty()) {
    notes.push_back({NoteKind::warning,
                     board.catalogue.say("walk.weights.padded-query",
                                         {argument("rows", enumerated(board, padded, "list.last.tail"))})});
  }
}

// A row of a padded query stays 0 in the last tables, whatever is added to the others.
void add_cleared_rows(const Blackboard& board, Plane plane, std::vector<Note>& notes) {
  std::vector<std::string> padded;
  for (const int row : shown_rows(board, plane)) {
    if (board.problem.is_padded_query(plane.batch, row)) padded.push_back(quoted_row(board, plane, row));
  }
  if (padded.empty()) return;
  notes.push_back({NoteKind::remark,
                   board.catalogue.say("walk.projected.padded-query",
                                       {argument("rows", enumerated(board, padded, "list.last.tail"))})});
}

}  // namespace

std::vector<Note> remarks_before(const Blackboard& board, Plane plane) {
  std::vector<Note> notes;
  if (plane.step == Step::exp && board.problem.softmax == Softmax::exp) add_shifted_rows(board, plane, notes);
  return notes;
}

std::vector<Note> remarks(const Blackboard& board, Plane plane) {
  std::vector<Note> notes;
  if (plane.step == Step::weights) {
    add_empty_rows(board, plane, notes);
    add_row_sums(board, plane, notes);
  }
  if (plane.step == Step::projected) add_cleared_rows(board, plane, notes);
  add_unrounded(board, plane, notes);
  if (plane.step == Step::weights) add_without_scale(board, plane, notes);
  return notes;
}

}  // namespace qkv
