// Problem → a problem file, as read_problem() reads it.
#pragma once

#include <string>

#include "qkv/model/problem.hpp"

namespace qkv {

// A key a line, a matrix with a row a line. For problems with one sentence (a batch of 1) of the kinds that
// are generated: no window, no allowed cells, no bias, no dropout, one number of decimals.
std::string problem_json(const Problem& problem);

}  // namespace qkv
