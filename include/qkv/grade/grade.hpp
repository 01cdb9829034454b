// From answers to verdicts.
#pragma once

#include "qkv/grade/answers.hpp"
#include "qkv/grade/report.hpp"
#include "qkv/model/problem.hpp"

namespace qkv {

// Judges every asked table, cell by cell. A cell is correct when it lies within half a unit of the last asked
// decimal (inclusive, in decimal) of the true value, or of the value that a calculation by hand reaches when
// every table is rounded before the next one reads it. More decimals than asked never hurt.
Report grade(const Problem& problem, const Answers& answers);

}  // namespace qkv
