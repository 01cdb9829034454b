// The whole calculation a second time, written from the formulas without a look at the first: tables are maps
// from indices to numbers, every mask is spelt out cell by cell before it is used, the softmax always
// subtracts the largest score. Slow, and meant to be easy to believe.
#pragma once

#include <map>
#include <vector>

#include "qkv/model/raw_problem.hpp"
#include "qkv/model/step.hpp"

namespace qkv::test {

using Cells = std::map<std::vector<int>, double>;

// All tables of a valid problem, with all their axes. It reads the description as written and makes its own
// sense of it: sizes, head counts, defaults.
std::map<Step, Cells> twin(const RawProblem& raw);

// The rows [batch, head, query] in which no key is visible, and the padded queries [batch, query].
struct TwinRows {
  std::vector<std::vector<int>> nothing_visible;
  std::vector<std::vector<int>> padded;
};
TwinRows twin_rows(const RawProblem& raw);

}  // namespace qkv::test
