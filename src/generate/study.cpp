#include "study.hpp"

#include <algorithm>
#include <compare>
#include <utility>

#include "numbers.hpp"
#include "twins.hpp"

namespace qkv::generating {
namespace {

constexpr std::uint64_t study_seed = 1000;

Unavoidable summary(const std::vector<Twins>& twins) {
  Unavoidable result;
  for (const Twins& pair : twins) {
    if (pair.one != nobody) continue;
    const std::string id(pair.other.mistake->id);
    if (!result.hides(id)) result.hidden.push_back(id);
  }
  for (const Twins& pair : twins) {
    if (pair.one == nobody) continue;
    const std::string one(pair.one.mistake->id);
    const std::string other(pair.other.mistake->id);
    const bool known = result.pairs_up(one, other) || (result.hides(one) && result.hides(other));
    if (!known) result.pairs.push_back({one, other});
  }
  return result;
}

}  // namespace

Unavoidable find_unavoidable(const ExercisePlan& plan) {
  Draws draws(seed_of(study_seed, plan.request.topic->id));
  Refusals refusals;
  std::optional<std::vector<Twins>> twins;
  for (int i = 0; i < problems_studied; ++i) {
    const std::optional<Problem> problem = draw_numbers(plan, draws, refusals);
    if (!problem) return {};
    MistakenTables tables(*problem);
    if (!twins) {
      twins = tables.all_twins(plan.mistakes);
    } else {
      std::erase_if(*twins, [&](const Twins& pair) { return !tables.are_twins(pair); });
    }
    if (twins->empty()) break;
  }
  return summary(*twins);
}

}  // namespace qkv::generating
