// What a table shows as a whole when its wrong cells fit nothing else.
#pragma once

#include <vector>

#include "handed_in.hpp"
#include "judge.hpp"
#include "qkv/grade/report.hpp"
#include "qkv/model/problem.hpp"
#include "qkv/trace/trace.hpp"

namespace qkv::grading {

// Every number is right with rows and columns exchanged, and at least two are not right as they stand.
bool is_exchanged(const Problem& problem, const HandedTable& handed_in, Step step,
                  const std::vector<Expectation>& cells);

// truth and own: what was expected, per cell, row major. Nothing if no cell is `wrong`.
std::vector<SignReport> find_signs(const Problem& problem, const HandedTable& handed_in,
                                   const std::vector<Expectation>& truth, const std::vector<Expectation>& own,
                                   const Trace& tables, const TableReport& report);

}  // namespace qkv::grading
