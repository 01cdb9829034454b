// Exercises from seeds: small numbers that show what a student understood.
//
// A plan says what all exercises of a kind have in common. Numbers are drawn until they are pleasant to
// calculate with (no equal rows, no ties, weights of some size, …) and the discrimination proof is clean:
// each mistake that can be made gets less than full marks and is named, and no other one is, but what no
// numbers of that kind and size can avoid. The same seed and name give the same numbers everywhere and for
// ever, as long as `exercise_rules` stays what it is.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "qkv/base/result.hpp"
#include "qkv/generate/mistaken.hpp"
#include "qkv/generate/topics.hpp"
#include "qkv/model/problem.hpp"

namespace qkv {

// The version of everything that decides which numbers a seed gives: drawing, what is asked of the numbers,
// and the catalogue and the grading behind the proof. Raised when one of them changes what comes out.
inline constexpr int exercise_rules = 2;

struct ExerciseRequest {
  const TopicRow* topic = nullptr;
  int level = 3;
  // In place of those that the level has.
  std::optional<int> tokens;  // positions, padding included
  std::optional<int> d_k, d_v, heads;
  std::optional<int> decimals;
  // As many tables are left to calculate, from the last (with those in which numbers only find another
  // place); those before are given.
  std::optional<int> blank;
  std::vector<Step> ask;  // these are left to calculate, the others given; empty: all
};

struct ExercisePlan {
  ExerciseRequest request;
  Problem outline;                        // everything but the numbers, which are 0
  std::vector<PossibleMistake> mistakes;  // that the proof is about
  Unavoidable unavoidable;
};

// Faults: generate.* (sizes that the topic cannot have, tables that it does not ask, numbers that cannot be
// found).
Result<ExercisePlan> plan_exercises(const ExerciseRequest& request);
// Numbers that are pleasant to calculate with, but not proven to show anything: for single questions, where
// the proof would take longer than all the rest.
Result<ExercisePlan> plan_without_proof(const ExerciseRequest& request);

// Whom an exercise is for. Nothing but the seed and this decides its numbers.
struct Recipient {
  std::string student;  // id; empty: nobody in particular
  int number = 0;       // of several for nobody in particular, from 1; 0: the only one, which is the first
};

// Names of the positions come from one of these sentences, each a list of words.
using Sentences = std::vector<std::vector<std::string>>;

// Faults: generate.unmet and generate.unmet-proof (after a number of tries that is the same for everybody;
// they say what could not be met most often; with "-student" they name the recipient),
// generate.sentences-short (no sentence has as many different words as there are tokens).
Result<Problem> make_exercise(const ExercisePlan& plan, std::uint64_t seed, const Recipient& recipient,
                              const Sentences& sentences);

}  // namespace qkv
