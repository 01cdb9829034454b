// The tables that need an explanation, and the mistakes that give one.
#pragma once

#include <vector>

#include "base.hpp"
#include "diagnosis.hpp"
#include "handed_in.hpp"
#include "qkv/mistakes/mistakes.hpp"

namespace qkv::grading {

// One mistake in one table.
struct Fit {
  const Mistake* mistake;
  std::vector<const Way*> ways;  // those that fit
  bool whole = false;            // the table as a whole
  bool single = false;           // the same, but there is one cell alone that tells
  std::vector<int> informative;  // per row: cells that tell, all of which fit; 0 where the row does not
  std::vector<int> right_too;    // per row: those of them that are right as well

  bool fits_table() const { return whole || single; }
  bool fits_row(std::size_t row) const { return fits_table() || informative[row] > 0; }
};

// A table that was handed in.
struct Case {
  const JudgedTable* table;
  const HandedTable* handed_in;
  std::vector<bool> asked;        // per row
  std::vector<bool> unexplained;  // per row: some cell of it is wrong or imprecise
  std::vector<bool> unexplained_cells;
  bool misshapen = false;
  bool right = false;  // all of it has full points, some of it by rounding
  std::vector<Fit> fits;
  std::vector<Fit> single_fits;

  Step step() const { return table->report.step; }
};

bool is_unexplained(const CellReport& cell);

// The row of a table in which a cell stands.
std::size_t row_of(const Shape& shape, Step step, const CellIndex& at);

// Any table that was handed in with its own shape.
Case open_case(const HandedIn& handed_in, const JudgedTable& table);

// Those that need an explanation: wrong cells, or another shape, or full points by rounding alone. A table in
// the column convention needs none.
std::vector<Case> open_cases(const Problem& problem, const HandedIn& handed_in, const HandedIn& misshapen,
                             const std::vector<JudgedTable>& tables);

}  // namespace qkv::grading
