// What is said about answers that are wrong: which known mistake gives them, or that only their last digits
// are.
#pragma once

#include <vector>

#include "bench.hpp"

namespace qkv {

// Known mistakes that give the wrong answers, all those that do so equally well. None unless one gives half
// of them.
std::vector<Reproduced> reproduced(const SuiteSetting& setting, const std::vector<Exchange>& exchanges);

// Whether nothing but rounding is wrong with the answers.
bool are_coarse(const std::vector<Exchange>& exchanges);

}  // namespace qkv
