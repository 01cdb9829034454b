// Questions without end: numbers to calculate, mistakes to find and shapes to name, from seeds.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "qkv/base/result.hpp"
#include "qkv/generate/exercise.hpp"
#include "qkv/tutor/question.hpp"

namespace qkv {

// A kind of generated question. Its id stands for all its questions in the progress: one that went wrong
// comes back with other numbers.
struct GeneratedKind {
  std::string_view id;             // "new-softmax"
  QuestionKind kind;               // numbers, mistake or shape
  std::string_view topic;          // of the quiz
  std::string_view exercise = {};  // the topic of its exercise: topics_of_exercises()
  int level = 1;
  Step step = Step::scores;  // of numbers: the table that is asked
  std::span<const std::string_view> points = {};
};
// The table of them.
std::span<const GeneratedKind> generated_kinds();
const GeneratedKind* find_generated_kind(std::string_view id);  // null: there is none

// The same seed, the same question. Faults as of make_exercise().
Result<Question> make_question(const GeneratedKind& kind, std::uint64_t seed, const Sentences& sentences);

}  // namespace qkv
