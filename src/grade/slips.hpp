// Slips of the pen: one cell or row off in a table that is right otherwise.
#pragma once

#include <vector>

#include "base.hpp"
#include "handed_in.hpp"
#include "judge.hpp"
#include "qkv/grade/report.hpp"

namespace qkv::grading {

// The products that add up to a cell, in order, from the middle of a base; empty for steps that add up
// nothing.
std::vector<double> terms_of(const Problem& problem, const Trace& tables, Step step, const CellIndex& at);

// Turns `wrong` cells into slips: one cell alone, two neighbours that changed places, or one row that is a
// copy of another, where the table has no other wrong cell, or one more row that such a slip may explain.
// truth and own: per cell of the table, row major.
void find_slips(const Problem& problem, const Base& truth, const Base& own, const HandedTable& handed_in,
                const std::vector<Expectation>& truth_cells, const std::vector<Expectation>& own_cells,
                TableReport& report);

}  // namespace qkv::grading
