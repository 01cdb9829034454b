// What is worth saying after a step's table.
#include <algorithm>
#include <cmath>

#include "blackboard.hpp"
#include "qkv/base/number.hpp"
#include "qkv/trace/pipeline.hpp"
#include "qkv/trace/softmax.hpp"

namespace qkv {
namespace {

constexpr std::size_t most_listed = 6;

std::string row_text(const Digits& digits, const Tensor& values, Block2D at, int row) {
  std::vector<std::string> numbers;
  for (int j = 0; j < values.shape().back(); ++j) {
    numbers.push_back(digits.show(values.at({at.batch, at.head, row, j})));
  }
  return vector_text(numbers);
}

double largest_in_row(const Tensor& values, Block2D at, int row) {
  double largest = values.at({at.batch, at.head, row, 0});
  for (int j = 1; j < values.shape().back(); ++j)
    largest = std::max(largest, values.at({at.batch, at.head, row, j}));
  return largest;
}

// Where the unrounded calculation ends in another last digit than the one on the board.
void add_unrounded(const Blackboard& board, Step step, Block2D at, std::vector<Note>& notes) {
  if (board.full_precision || step == Step::exp || step == Step::sum) return;
  const Tensor& shown = board.table(step);
  const Tensor& exact = board.exact.at(step);
  const int decimals = of_step(board.problem.decimals, step);
  std::vector<std::string> cells;
  for (const int row : board.queries) {
    for (int column = 0; column < shown.shape().back(); ++column) {
      const double carried = shown.at({at.batch, at.head, row, column});
      const double unrounded = exact.at({at.batch, at.head, row, column});
      if (carried == round_half_away(unrounded, decimals)) continue;
      const bool by_key = step != Step::output;
      cells.push_back(board.catalogue.say(
          "walk.unrounded.cell",
          {argument("row", board.query_name(at.batch, row)),
           argument("column", by_key ? board.key_name(at.batch, column) : std::to_string(column + 1)),
           argument("shown", board.digits(step).show(carried)),
           argument("exact", Digits{false, decimals}.show(unrounded))}));
    }
  }
  if (cells.empty()) return;
  const long long more = static_cast<long long>(cells.size()) - static_cast<long long>(most_listed);
  if (more > 0) cells.resize(most_listed);
  std::string list;
  for (const std::string& cell : cells) {
    if (!list.empty()) list += board.catalogue.text("list.separator");
    list += cell;
  }
  if (more > 0) list += board.catalogue.say("walk.unrounded.more", {argument("count", more)});
  notes.push_back({NoteKind::remark, board.catalogue.say("walk.unrounded", {argument("cells", list)})});
}

// Rounded weights may miss a sum of 1 by a unit or two: worth a word before somebody hunts for an error.
void add_row_sums(const Blackboard& board, Block2D at, std::vector<Note>& notes) {
  if (board.full_precision) return;
  const Tensor& weights = board.table(Step::weights);
  for (const int row : board.queries) {
    double sum = 0.0;
    std::vector<std::string> terms;
    for (int j = 0; j < board.problem.key_count; ++j) {
      sum += weights.at({at.batch, at.head, row, j});
      terms.push_back(board.digits(Step::weights).show(weights.at({at.batch, at.head, row, j})));
    }
    if (within(sum, 1.0, 0.0) || sum == 0.0) continue;
    notes.push_back(
        {NoteKind::remark,
         board.catalogue.say("walk.weights.sum", {argument("row", board.query_name(at.batch, row)),
                                                  argument("terms", sum_text(terms)),
                                                  argument("sum", board.digits(Step::weights).show(sum))})});
    return;  // one row shows it
  }
}

// What the division does to the weights, on the last row shown: the same problem without it.
void add_without_scale(const Blackboard& board, Block2D at, std::vector<Note>& notes) {
  if (board.problem.scale.divisor == 1.0) return;
  Problem unscaled = board.problem;
  unscaled.scale = {Scale::Kind::none, 1.0, ""};
  const Tensor without = compute(unscaled, right_recipe(), Carry::exact).at(Step::weights);
  const Tensor& with = board.exact.at(Step::weights);
  const Digits digits{false, std::max(2, of_step(board.problem.decimals, Step::weights))};
  const int row = board.queries.back();
  const std::string without_text = row_text(digits, without, at, row);
  const std::string with_text = row_text(digits, with, at, row);
  if (without_text == with_text) return;
  const bool sharper = largest_in_row(without, at, row) > largest_in_row(with, at, row);
  notes.push_back(
      {NoteKind::remark,
       board.catalogue.say(sharper ? "walk.scaled.without.sharper" : "walk.scaled.without.flatter",
                           {argument("row", board.query_name(at.batch, row)),
                            argument("divisor", divisor_symbol(board.problem)),
                            argument("without", without_text), argument("with", with_text)})});
}

void add_shifted_rows(const Blackboard& board, Block2D at, std::vector<Note>& notes) {
  std::string rows;
  for (const int row : board.queries) {
    if (exp_shift(board.problem, board.shown, at.batch, at.head, row) == 0.0) continue;
    if (!rows.empty()) rows += board.catalogue.text("list.separator");
    rows += quoted(board.query_name(at.batch, row));
  }
  if (!rows.empty()) {
    notes.push_back({NoteKind::remark, board.catalogue.say("walk.exp.shifted", {argument("rows", rows)})});
  }
}

void add_nothing_visible(const Blackboard& board, Block2D at, std::vector<Note>& notes) {
  for (const int row : board.queries) {
    if (!std::isinf(largest_in_row(softmax_input(board.exact), at, row))) continue;
    notes.push_back(
        {NoteKind::warning, board.catalogue.say("walk.weights.nothing-visible",
                                                {argument("row", board.query_name(at.batch, row))})});
  }
}

}  // namespace

std::vector<Note> remarks(const Blackboard& board, Step step, Block2D block) {
  std::vector<Note> notes;
  if (step == Step::exp) add_shifted_rows(board, block, notes);
  if (step == Step::weights) {
    add_nothing_visible(board, block, notes);
    add_row_sums(board, block, notes);
  }
  add_unrounded(board, step, block, notes);
  if (step == Step::weights) add_without_scale(board, block, notes);
  return notes;
}

}  // namespace qkv
