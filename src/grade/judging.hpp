// The tables of a sheet, judged.
#pragma once

#include <vector>

#include "known.hpp"
#include "qkv/base/number.hpp"
#include "qkv/grade/answers.hpp"
#include "qkv/grade/grade.hpp"
#include "qkv/grade/report.hpp"

namespace qkv::grading {

// Every asked table, with verdicts, points and all that can be said about why. Depends on nothing in the
// answers but the asked tables: of each the first, its shape and what is written in its cells, and the place
// in faults about its shape.
std::vector<TableReport> judge_tables(Known& known, const Answers& answers, const GradeOptions& options);

}  // namespace qkv::grading
