// Numbers that lie on a rounding tie: whoever rounds half up and whoever rounds half to even write different
// digits.
#pragma once

#include <vector>

#include "qkv/base/tensor.hpp"
#include "qkv/model/problem.hpp"
#include "qkv/trace/trace.hpp"

namespace qkv {

// Whether rounding to that many decimals could go either way, noise of floating point set aside: 0.125 with
// two. Exact in the first twelve digits (see snap()).
bool is_tie(double value, int decimals);

struct Tie {
  Step step;
  CellIndex at;
  double value = 0.0;
  Carry carry = Carry::exact;  // where it comes up
};

// In the asked tables, calculated exactly and, where that one is none, by hand. Rows that nobody asks for are
// left out.
std::vector<Tie> rounding_ties(const Problem& problem);

}  // namespace qkv
