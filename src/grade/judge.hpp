// One cell against what may stand there.
#pragma once

#include "handed_in.hpp"
#include "qkv/grade/bounds.hpp"
#include "qkv/grade/report.hpp"

namespace qkv::grading {

// What one base says of a cell.
struct Expectation {
  double value = 0.0;
  Interval written;
};

struct CellContext {
  Expectation truth;
  Expectation own;
  bool reads_right = true;  // every table that the own base was read from counts as right
  int decimals = 2;
};

// correct, rounding, follow_through, imprecise or wrong.
struct CellJudgement {
  Verdict verdict = Verdict::wrong;
  bool by_own = false;
};
CellJudgement judge(const WrittenNumber& number, const CellContext& context);

}  // namespace qkv::grading
