// What every part of a walk needs to know: the problem, its numbers as shown, and the reader's language.
#pragma once

#include <string>
#include <vector>

#include "digits.hpp"
#include "qkv/model/problem.hpp"
#include "qkv/report/document.hpp"
#include "qkv/report/walk.hpp"
#include "qkv/text/catalogue.hpp"
#include "qkv/trace/trace.hpp"

namespace qkv {

// A table that fits on a page: one step, one batch member, one head (−1: the table has no head axis).
struct Plane {
  Step step = Step::scores;
  int batch = 0;
  int head = -1;
};

struct Blackboard {
  const Problem& problem;
  const Trace& shown;  // what the tables and worked lines use: carried by hand, or exact
  const Trace& exact;
  const Catalogue& catalogue;
  bool full_precision = false;
  Detail detail = Detail::cells;
  bool every_projected_cell = false;  // else one cell of a projection is worked out: the others are alike
  bool as_asked = true;               // rounded as the problem asks: what stands here is accepted by check
  bool cut_down = false;  // too big to be shown whole: one batch member, one head, the focused row
  bool chosen = false;    // the rows were chosen: they alone are shown
  std::vector<int> batches;
  std::vector<int> heads;
  std::vector<std::vector<int>> rows;   // for each batch member, the query rows to show
  std::vector<std::vector<int>> focus;  // for each batch member, those to work out
  PerStep<Digits> digits_of_step;       // worked out once: a table's format depends on all its cells
  std::string divisor;  // what is divided by, with enough digits for every quotient to come out as shown

  const Tensor& table(Step step) const;
  const Digits& digits(Step step) const { return of_step(digits_of_step, step); }
  // One number of a plane; of the plane of another trace where that is given.
  double value(Plane plane, int row, int column) const;
  double exact_value(Plane plane, int row, int column) const;
  std::string show(Plane plane, int row, int column) const {
    return digits(plane.step).show(value(plane, row, column));
  }
  std::string word(std::string_view key) const { return std::string(catalogue.text(key)); }
};

// `shown` is `exact` itself where full precision is asked for. The traces must outlive the result.
Blackboard make_blackboard(const Problem& problem, const Trace& shown, const Trace& exact,
                           const WalkOptions& options, const Catalogue& catalogue);

// The planes of a step that are to be shown.
std::vector<Plane> planes_of(const Blackboard& board, Step step);
// The rows of a plane that are to be shown, and those to be worked out.
std::vector<int> shown_rows(const Blackboard& board, Plane plane);
bool is_worked_out(const Blackboard& board, Plane plane, int row, int column);
// Whether only one cell of a projection stands for all of its table.
bool shows_one_cell(const Blackboard& board, Step step);
int column_count(const Blackboard& board, Step step);
// "batch 1, head 2", as far as there is more than one; "K/V set 2 (for heads 3 and 4)" where heads share.
std::string plane_name(const Blackboard& board, Plane plane);
// "a, b and c"; `last` is the key of what stands before the last one.
std::string enumerated(const Blackboard& board, const std::vector<std::string>& items, std::string_view last);

// Whether several query heads share a set of keys and values.
bool is_grouped(const Problem& problem);
// Whether something else than a bias stands in the mask.
bool has_mask_besides_bias(const Problem& problem);
// Whether anything that is shown is hidden from a query.
bool hides_something(const Blackboard& board);
// The probability of the dropout, or nothing.
std::string dropout_text(const Problem& problem);

// A cell of exp and later that holds exactly 0 because a mask blocks it, its query is padding, or it is
// dropped.
bool is_nothing(const Problem& problem, Plane plane, int row, int column);
// A cell as it stands in its table: "0" where it is nothing, not a number that was rounded to 0.00.
std::string cell_text(const Blackboard& board, Plane plane, int row, int column);

// The table of a plane: rows and columns named, shape and axes in the caption, cells with the arithmetic
// behind them.
Table plane_table(const Blackboard& board, Plane plane);
// What the axes, rows and columns of a given matrix are called; rows and columns without names are numbered.
struct MatrixNames {
  std::string row_axis;
  std::string column_axis;
  std::vector<std::string> rows;
  std::vector<std::string> columns;
};
// A matrix that is given beside the tables: X, W_Q, b_Q …
Table matrix_table(const std::string& name, const Tensor& matrix, int batch, const MatrixNames& names);

// The arithmetic behind one cell, from numbers of earlier tables: "2 ÷ √2 = 2 ÷ 1.4142 = 1.41".
std::string worked_cell(const Blackboard& board, Plane plane, int row, int column);
// The arithmetic of a whole row at once where that is clearer (output, split, merged), else empty.
std::string worked_row(const Blackboard& board, Plane plane, int row);

// What is divided by, as a person writes it: "√2", "sqrt(8)", "3".
std::string divisor_symbol(const Problem& problem);

// What has to be known before a table's worked lines are read.
std::vector<Note> remarks_before(const Blackboard& board, Plane plane);
// What is worth saying after a step's table: sums that miss 1 through rounding, digits that depend on
// rounding, what would happen without the step.
std::vector<Note> remarks(const Blackboard& board, Plane plane);

// The masks one by one, what they add together, and which of them blocks what.
std::vector<Block> mask_blocks(const Blackboard& board);
// The dropout: p, and which weights are kept. None without one.
std::vector<Block> dropout_blocks(const Blackboard& board);

// The name of a step, its formula with the sizes at hand, and why it is there.
std::string step_title(const Problem& problem, Step step, const Catalogue& catalogue);
std::string step_formula(const Blackboard& board, Step step);
std::string step_why(const Blackboard& board, Step step);

enum class Portion { whole, chosen };
// What the problem gives: these tables, and in a whole walk the matrices and the dropout.
Section inputs_section(const Blackboard& board, const std::vector<Step>& steps, Portion portion);
// What came out, in words, and what to do next.
Section ending(const Blackboard& board, const WalkOptions& options);

}  // namespace qkv
