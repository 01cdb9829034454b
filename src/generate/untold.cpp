#include "untold.hpp"

#include <algorithm>
#include <iterator>
#include <set>
#include <string>
#include <utility>

#include "qkv/mistakes/mistakes.hpp"
#include "qkv/trace/pipeline.hpp"

namespace qkv::linting {
namespace {

// What the proof of another problem with the same numbers says of these mistakes.
class OtherProof {
 public:
  OtherProof(const Problem& other, const Untold& untold)
      : proof_(discriminate(other, those_in(untold, possible_mistakes(other)))) {}

  bool shows(std::string_view id) const {
    const Discrimination* found = find(id);
    return found != nullptr && found->full_marks == Seen::never;
  }

  bool names(std::string_view id) const {
    const Discrimination* found = find(id);
    return found != nullptr && found->named == Seen::always;
  }

  bool parts(const ConfusedPair& pair) const {
    return can_be_made(pair.one) && can_be_made(pair.other) && !is_taken_for(pair.one, pair.other) &&
           !is_taken_for(pair.other, pair.one);
  }

 private:
  static std::vector<PossibleMistake> those_in(const Untold& untold, std::vector<PossibleMistake> mistakes) {
    std::set<std::string_view> ids(untold.hidden.begin(), untold.hidden.end());
    ids.insert(untold.unnamed.begin(), untold.unnamed.end());
    for (const ConfusedPair& pair : untold.pairs) ids.insert({pair.one, pair.other});
    std::erase_if(mistakes, [&](const PossibleMistake& each) { return !ids.contains(each.mistake->id); });
    return mistakes;
  }

  const Discrimination* find(std::string_view id) const {
    const auto found =
        std::ranges::find_if(proof_, [id](const Discrimination& each) { return each.mistake->id == id; });
    return found == proof_.end() ? nullptr : &*found;
  }

  bool can_be_made(std::string_view id) const { return find(id) != nullptr; }
  bool is_taken_for(std::string_view id, std::string_view other) const {
    return std::ranges::find(find(id)->taken_for, other) != find(id)->taken_for.end();
  }

  std::vector<Discrimination> proof_;
};

Problem asking_for(Problem problem, Step step) {
  problem.asked.insert(std::ranges::lower_bound(problem.asked, step), step);
  return problem;
}

bool explains_anything(const Cause& cause) {
  return !cause.hidden.empty() || !cause.unnamed.empty() || !cause.pairs.empty();
}

// Appended if the other problem shows any of it.
void add_if_telling(std::vector<Cause>& causes, const Problem& other, Untold& untold, std::string_view id,
                    Argument detail) {
  const OtherProof proof(other, untold);
  Cause cause{.id = id,
              .details = {std::move(detail)},
              .hidden = taken(untold.hidden, [&](std::string_view each) { return proof.shows(each); }),
              .unnamed = taken(untold.unnamed, [&](std::string_view each) { return proof.names(each); }),
              .pairs = taken(untold.pairs, [&](const ConfusedPair& pair) { return proof.parts(pair); })};
  if (explains_anything(cause)) causes.push_back(std::move(cause));
}

Problem with_more_decimals(Problem problem, int more) {
  for (const Step step : problem.asked) {
    int& decimals = of_step(problem.decimals, step);
    decimals = std::min(decimals + more, Limits::max_decimals);
  }
  return problem;
}

}  // namespace

std::vector<Cause> causes_in_what_is_asked(const Problem& problem, Untold& untold) {
  constexpr int most_more = 2;
  const auto is_left = [&untold] {
    return !untold.hidden.empty() || !untold.unnamed.empty() || !untold.pairs.empty();
  };
  std::vector<Cause> causes;
  for (const Step step : steps_of(problem)) {
    if (!is_left()) break;
    if (problem.is_asked(step) || problem.is_given(step)) continue;
    add_if_telling(causes, asking_for(problem, step), untold, "table-not-asked",
                   argument("step", std::string(step_name(step))));
  }
  for (int more = 1; more <= most_more && is_left(); ++more) {
    add_if_telling(causes, with_more_decimals(problem, more), untold, "few-decimals",
                   argument_count("more", more, "thing.decimal"));
  }
  return causes;
}

}  // namespace qkv::linting
