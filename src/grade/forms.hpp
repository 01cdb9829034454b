// Tables in a form that is equal to the usual one: which form a row was handed in, and what it should hold
// then.
#pragma once

#include <optional>
#include <vector>

#include "base.hpp"
#include "judge.hpp"
#include "qkv/grade/report.hpp"

namespace qkv::grading {

// What the cells of a step's table are judged by, row major.
struct Expected {
  std::vector<Expectation> truth;
  std::vector<Expectation> own;
  std::vector<Form> forms;  // other than the usual one, each once
  bool prescaled = false;
};

// Chooses, for every row (for `scores` the whole table), the form that fits most of what was handed in; the
// usual one if nothing fits better or nothing was handed in.
Expected expected_cells(const Problem& problem, const Base& truth, const Base& own, const HandedIn& handed_in,
                        Step step, bool reads_right);

}  // namespace qkv::grading
