// Divisors of the scores that happen to be the same number.
#pragma once

#include "untold.hpp"

namespace qkv::linting {

// One cause "divisors-alike" for each number that stands for several of them ({number}), the right one among
// them or not. Takes out of the list what it explains.
std::vector<Cause> causes_in_divisors(const Problem& problem, Untold& untold);

}  // namespace qkv::linting
