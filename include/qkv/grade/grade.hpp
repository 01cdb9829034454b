// From answers to verdicts: the grading contract.
#pragma once

#include <memory>

#include "qkv/grade/answers.hpp"
#include "qkv/grade/report.hpp"
#include "qkv/model/problem.hpp"

namespace qkv {

struct GradeOptions {
  ReadOptions reading;     // of the written numbers
  double pass_mark = 100;  // per cent of the points that Report::passed asks for
  // Without it: which cells count, but no points and no word about the others, in a fraction of the time.
  bool explain = true;
};

// Judges every asked table, cell by cell, from the true tables before it and from the learner's own. Whoever
// calculates correctly and rounds on the way, to the asked decimals or more, gets full points in every cell;
// bounds.hpp says how far rounding can reach. A row may be handed in as one text, "0.25 0.50 0.25";
// rows and columns of a sheet go where their names say, and what is amiss with the names is reported. All
// comparisons are inclusive and made in decimal.
Report grade(const Problem& problem, const Answers& answers, const GradeOptions& options = {});

// The same for many submissions of one problem: what does not depend on the learner is calculated once, and
// sheets with the same numbers are judged once. Reports are those of grade(), whatever was graded before. Not
// for two threads at once; each thread has its own.
class Grader {
 public:
  // Keeps a reference to the problem.
  explicit Grader(const Problem& problem, GradeOptions options = {});
  ~Grader();
  Grader(Grader&&) noexcept;
  Grader& operator=(Grader&&) noexcept;

  Report grade(const Answers& answers);

 private:
  struct Inside;
  std::unique_ptr<Inside> inside_;
};

}  // namespace qkv
