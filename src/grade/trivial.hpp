// Wrong tables that leave nothing to calculate in the next one.
#pragma once

#include <vector>

#include "base.hpp"
#include "handed_in.hpp"

namespace qkv::grading {

// Whether a cell of that step was judged from a row of the learner's that makes the step trivial, while the
// true row does not: a single weight left, equal scores, a row of zeros.
bool made_trivial(const Problem& problem, const HandedIn& handed_in, const Trace& truth, const Trace& own,
                  Step step, const CellIndex& at);

}  // namespace qkv::grading
