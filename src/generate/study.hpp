// What no numbers of a kind and size can show.
#pragma once

#include "qkv/generate/exercise.hpp"

namespace qkv::generating {

inline constexpr int problems_studied = 1000;

// Mistakes that moved nothing, and pairs that gave the same numbers, in every one of so many random problems:
// an identity of that topic and those sizes. What differs in one of them is dropped and not looked at again.
// The outline's asked tables count; numbers are the same when they are no more than half a unit of the last
// asked decimal apart, as for the grading.
//
// Fewer problems where their numbers are very hard to find; fault generate.unmet where there are none.
Result<Unavoidable> find_unavoidable(const ExercisePlan& plan);

}  // namespace qkv::generating
