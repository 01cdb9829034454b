// Drawing the numbers of an exercise.
#pragma once

#include <optional>

#include "fairness.hpp"
#include "qkv/base/draws.hpp"
#include "qkv/generate/exercise.hpp"

namespace qkv::generating {

// How many rows of scores may still be looked at: what ends a search without an end, the same everywhere.
struct Budget {
  long long rows = 2'000'000;  // about a second
};

// Numbers that meet everything but the proof. Nothing: the budget is spent.
std::optional<Problem> draw_numbers(const ExercisePlan& plan, Draws& draws, Refusals& refusals,
                                    Budget& budget);

}  // namespace qkv::generating
