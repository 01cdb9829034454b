// Tables in a form that is equal to the usual one: which form a row was handed in, and what it should hold
// then.
#pragma once

#include <optional>
#include <vector>

#include "base.hpp"
#include "judge.hpp"
#include "qkv/grade/report.hpp"

namespace qkv::grading {

// The form of a row of numerators.
enum class RowForm { plain, shifted, factor };
// Of every row; nothing where the row was not handed in as a whole.
using RowForms = std::vector<std::optional<RowForm>>;

// What the cells of a step's table are judged by, row major.
struct Expected {
  std::vector<Expectation> truth;
  std::vector<Expectation> own;
  std::vector<Form> forms;  // other than the usual one, each once
  bool prescaled = false;
  bool masked_late = false;
  RowForms rows;  // of exp
};

// exp_rows: for `sum`, the forms of the numerators that were handed in before; empty if none were.
//
// Chooses, for every row (for `scores` the whole table), the form that fits most of what was handed in; the
// usual one if nothing fits better or nothing was handed in.
//
// masked_late: what was said of `masked`, for the weights.
//
// Where all that was handed in is right without a look at how far rounding can carry the learner's own
// numbers, `own` has their values alone: then nothing will ask for the rest.
Expected expected_cells(const Problem& problem, const Base& truth, const Base& own, const HandedIn& handed_in,
                        Step step, bool reads_right, const RowForms& exp_rows, bool masked_late);

}  // namespace qkv::grading
