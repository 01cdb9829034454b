// What the kinds of questions have beside what all of them have.
#pragma once

#include <span>
#include <string_view>

#include "course_reading.hpp"
#include "qkv/json/read_content.hpp"

namespace qkv {

struct ReadingQuestions {
  Faults& faults;
  const JsonText& json;
  ProblemShelf& problems;
};

struct QuestionKindRow {
  std::string_view name;
  std::span<const std::string_view> keys;  // beside those of every question
  bool must_ask;                           // else there is a text for all of the kind
  void (*read)(const ReadingQuestions& reading, const Entry& entry, Question& question);
};
// The table of the kinds, in the order of QuestionKind.
std::span<const QuestionKindRow> question_kind_rows();

}  // namespace qkv
