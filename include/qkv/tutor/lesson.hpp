// A lesson, as data: what is said, looked at, done and asked, in order.
#pragma once

#include <string>
#include <variant>
#include <vector>

#include "qkv/tutor/question.hpp"

namespace qkv {

struct TextPart {
  LocatedText text;
};
struct ListPart {
  std::vector<LocatedText> items;
};
struct FormulaPart {
  LocatedText formula;  // one line
};
struct CodePart {
  std::vector<std::string> lines;
};
// Tables of the walk through a problem.
struct LookPart {
  std::string problem;
  std::vector<Step> steps;
  bool bare = false;  // the tables alone, for who has not met steps and shapes yet
};
// Tables to fill in.
struct DoPart {
  std::string problem;
  std::vector<Step> ask;
};
struct QuestionPart {
  std::string id;
};
struct SeeLink {
  enum class Kind { lesson, explain, command };
  Kind kind = Kind::lesson;
  std::string target;  // an id, or the command
  Place place = {};
};
struct SeePart {
  std::vector<SeeLink> links;
};

struct LessonPart {
  std::variant<TextPart, ListPart, FormulaPart, CodePart, LookPart, DoPart, QuestionPart, SeePart> body;
  Place place = {};
};

struct Lesson {
  std::string id;
  LocatedText title;
  LocatedText aim;
  std::vector<std::string> points;  // of the course (course.hpp), and mistakes that it teaches
  std::vector<LessonPart> parts;
  Place place = {};
};

// Lessons in their order and all written questions.
struct Content {
  std::vector<Lesson> lessons;
  std::vector<Question> questions;
};
const Lesson* find_lesson(const Content& content, std::string_view id);      // null: there is none
const Question* find_question(const Content& content, std::string_view id);  // null: there is none

}  // namespace qkv
