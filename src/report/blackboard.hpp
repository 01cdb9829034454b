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

struct Blackboard {
  const Problem& problem;
  const Trace& shown;  // what the tables and worked lines use: carried by hand, or exact
  const Trace& exact;
  const Catalogue& catalogue;
  bool full_precision;
  std::vector<int> queries;        // the rows to show
  PerStep<Digits> digits_of_step;  // worked out once: a table's format depends on all its cells
  std::string divisor;  // what is divided by, with enough digits for every quotient to come out as shown

  const Tensor& table(Step step) const;
  const Digits& digits(Step step) const { return of_step(digits_of_step, step); }
  const std::string& query_name(int batch, int query) const;
  const std::string& key_name(int batch, int key) const;
};

// `shown` is `exact` itself where full precision is asked for. The traces must outlive the result.
Blackboard make_blackboard(const Problem& problem, const Trace& shown, const Trace& exact,
                           const WalkOptions& options, const Catalogue& catalogue);

// One block of a table: the part of one batch member and head.
struct Block2D {
  int batch = 0;
  int head = 0;
};

// The tables of one step for one batch member and head, rows and columns named, shape and axes in the
// caption, every cell with the arithmetic behind it.
Table step_table(const Blackboard& board, Step step, Block2D block);
// 1 where a query may look and 0 where not.
Table mask_table(const Blackboard& board, Block2D block);

// The arithmetic behind one cell, from numbers of earlier tables: "2 ÷ √2 = 2 ÷ 1.4142 = 1.41".
std::string worked_cell(const Blackboard& board, Step step, Block2D block, int row, int column);
// The arithmetic of a whole row at once where that is clearer (output), else empty.
std::string worked_row(const Blackboard& board, Step step, Block2D block, int row);

// What is divided by, as a person writes it: "√2", "sqrt(8)", "3".
std::string divisor_symbol(const Problem& problem);

// What is worth saying after a step's table: sums that miss 1 through rounding, digits that depend on
// rounding, what would happen without the step.
std::vector<Note> remarks(const Blackboard& board, Step step, Block2D block);

}  // namespace qkv
