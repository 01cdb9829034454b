#include "study.hpp"

#include <algorithm>
#include <compare>
#include <utility>

#include "numbers.hpp"
#include "twins.hpp"

namespace qkv::generating {
namespace {

constexpr std::uint64_t study_seed = 1000;
constexpr long long most_rows_studied = 10'000'000;

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

Result<Unavoidable> find_unavoidable(const ExercisePlan& plan) {
  Draws draws(seed_of(study_seed, plan.request.topic->id));
  Refusals refusals;
  Budget budget;  // of the first: where there is none, nobody need wait for more
  std::optional<std::vector<Twins>> twins;
  for (int i = 0; i < problems_studied && !(twins && twins->empty()); ++i) {
    const std::optional<Problem> problem = draw_numbers(plan, draws, refusals, budget);
    if (!problem) break;
    MistakenTables tables(*problem);
    if (!twins) {
      twins = tables.all_twins(plan.mistakes);
      budget.rows = most_rows_studied;
    } else {
      std::erase_if(*twins, [&](const Twins& pair) { return !tables.are_twins(pair); });
    }
  }
  if (!twins) return Diagnostic{"generate.unmet", {}, told(refusals), {}};
  return summary(*twins);
}

}  // namespace qkv::generating
