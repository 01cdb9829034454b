// Drawing the numbers of an exercise.
#pragma once

#include <array>
#include <optional>
#include <string_view>

#include "qkv/base/draws.hpp"
#include "qkv/generate/exercise.hpp"

namespace qkv::generating {

// What is asked of the numbers. The text of each is "constraint.<name>".
enum class Constraint {
  rows_differ,    // rows of X, Q, K, V, W_O: not all 0, not twice the same; columns of V not constant
  all_used,       // no feature of Q, K or V is 0 throughout, and W leaves none of X out
  scores_differ,  // in no row two visible scores are the same
  weights_fair,   // visible weights between the lightest and the heaviest in rows with at least two
  scores_small,   // visible scaled scores are not too large
  blocked_tell,   // not every blocked score is 0
  no_ties         // nothing lies on a rounding tie, calculated exactly or by hand
};
inline constexpr std::size_t constraint_count = 7;
std::string_view constraint_name(Constraint constraint);  // "weights-fair"

// How often each one was not met.
class Refusals {
 public:
  void count(Constraint constraint) { ++counts_[static_cast<std::size_t>(constraint)]; }
  Constraint most() const;

 private:
  std::array<long long, constraint_count> counts_{};
};

// How many rows of scores may still be looked at: what ends a search without an end, the same everywhere.
struct Budget {
  long long rows = 2'000'000;  // about a second
};

// Numbers that meet everything but the proof. Nothing: the budget is spent.
std::optional<Problem> draw_numbers(const ExercisePlan& plan, Draws& draws, Refusals& refusals,
                                    Budget& budget);

// What to say of them.
Diagnostic unmet(const Refusals& refusals);

}  // namespace qkv::generating
