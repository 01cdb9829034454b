// What a table shows as a whole when its wrong cells fit nothing else.
#pragma once

#include <vector>

#include "base.hpp"
#include "forms.hpp"
#include "handed_in.hpp"
#include "judge.hpp"
#include "qkv/grade/report.hpp"
#include "qkv/model/problem.hpp"

namespace qkv::grading {

// Every number is right with rows and columns exchanged, and at least two are not right as they stand.
bool is_exchanged(const Problem& problem, const HandedTable& handed_in, Step step,
                  const std::vector<Expectation>& cells);

// expected: of that table. truth and own: with all tables added. Nothing if no cell is `wrong`.
std::vector<SignReport> find_signs(const Problem& problem, const HandedIn& handed_in,
                                   const Expected& expected, const Base& truth, const Base& own,
                                   const TableReport& report);

}  // namespace qkv::grading
