// From answers to verdicts: the grading contract.
#pragma once

#include "qkv/grade/answers.hpp"
#include "qkv/grade/report.hpp"
#include "qkv/model/problem.hpp"

namespace qkv {

struct GradeOptions {
  ReadOptions reading;     // of the written numbers
  double pass_mark = 100;  // per cent of the points that Report::passed asks for
};

// Judges every asked table, cell by cell, from the true tables before it and from the learner's own. Whoever
// calculates correctly and rounds on the way, to the asked decimals or more, gets full points in every cell;
// bounds.hpp says how far rounding can reach. A row may be handed in as one text, "0.25 0.50 0.25";
// rows and columns of a sheet go where their names say, and what is amiss with the names is reported. All
// comparisons are inclusive and made in decimal.
Report grade(const Problem& problem, const Answers& answers, const GradeOptions& options = {});

}  // namespace qkv
