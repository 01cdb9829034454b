// What a table shows as a whole when its wrong cells fit nothing else.
#pragma once

#include <vector>

#include "handed_in.hpp"
#include "judge.hpp"
#include "qkv/grade/report.hpp"
#include "qkv/model/problem.hpp"
#include "qkv/trace/trace.hpp"

namespace qkv::grading {

// truth and own: what was expected, per cell, row major. Nothing if no cell is `wrong`.
std::vector<SignReport> find_signs(const Problem& problem, const HandedTable& handed_in,
                                   const std::vector<Expectation>& truth, const std::vector<Expectation>& own,
                                   const Trace& tables, const TableReport& report);

}  // namespace qkv::grading
