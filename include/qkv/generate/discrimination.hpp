// The discrimination proof of a problem: what its numbers show of each known mistake.
//
// Every mistake that can be made on the way to the asked tables is made, in each of its ways, once with every
// table rounded before the next one is calculated and once with nothing rounded but what is written down;
// what comes out is graded as a learner's sheet would be. So the proof speaks of exactly what a learner is
// told.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "qkv/generate/mistaken.hpp"
#include "qkv/mistakes/mistakes.hpp"
#include "qkv/model/problem.hpp"

namespace qkv {

// How far a mistake can be seen in a table.
enum class Seen {
  always,     // however it is made: a number that no rounding can explain
  sometimes,  // only in some of the ways in which it can be made
  never
};
std::string_view seen_name(Seen seen);  // "always"

struct SeenIn {
  Step table;
  Seen seen = Seen::never;
};

struct Discrimination {
  const Mistake* mistake = nullptr;
  std::vector<SeenIn> tables;  // those asked, each looked at as if it alone were handed in
  // With all asked tables handed in:
  Seen full_marks = Seen::never;            // nothing gives it away
  Seen named = Seen::always;                // it is named
  std::vector<std::string_view> taken_for;  // other mistakes that are named beside it or in its place
};

// Of every mistake that can be made, in the order of the catalogue.
std::vector<Discrimination> discriminate(const Problem& problem);
// Of those among these.
std::vector<Discrimination> discriminate(const Problem& problem, const std::vector<PossibleMistake>& among);

// The first thing that is not clean: a mistake that gets full marks or is not named, or another one that is
// named; what is unavoidable does not count.
struct Flaw {
  enum class Kind { full_marks, not_named, taken_for };
  Kind kind;
  const Mistake* mistake;
  std::string_view other;  // of taken_for
};
// Of mistakes that are possible there.
std::optional<Flaw> find_flaw(const Problem& problem, const std::vector<PossibleMistake>& mistakes,
                              const Unavoidable& unavoidable);

}  // namespace qkv
