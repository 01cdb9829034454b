// The course as a whole: its points are those of the outline that it follows, and the beginning is short.
#include <algorithm>
#include <fstream>
#include <iterator>
#include <map>
#include <set>

#include "qkv/json/read_content.hpp"
#include "qkv/text/unicode.hpp"
#include "qkv/tutor/course.hpp"
#include "qkv/tutor/practice.hpp"
#include "support/catch.hpp"

using namespace qkv;

namespace {

// What a first chapter on attention, by hand and in code, must leave behind; the list is the outline's own.
const std::map<PointKind, std::set<std::string>> outline = {
    {PointKind::before, {"pre-matmul", "pre-softmax", "pre-next-token", "pre-hidden"}},
    {PointKind::ability, {"can-round", "can-roles", "can-shape", "can-scale", "can-mask", "can-leak-test"}},
    {PointKind::idea,
     {"why-dynamic", "ladder", "boundary", "library", "projections", "by-hand", "variance", "causal",
      "padding", "heads", "implementation", "five-tests", "not-evidence"}},
    {PointKind::question,
     {"faq-three-projections", "faq-decoder-causal", "faq-retrieval", "faq-sum-one", "faq-value-not-scoring",
      "faq-long-context"}},
    {PointKind::self_test, {"self-1", "self-2", "self-3", "self-4", "self-5", "self-6"}}};

struct Course {
  ProblemShelf shelf;
  Content content = embedded_content(shelf);
};

// What there is to read, and how many lines a learner who makes no mistake types.
struct Length {
  std::size_t characters = 0;
  std::size_t inputs = 0;

  void read(const LocatedText& text, Language language) {
    characters += static_cast<std::size_t>(count_code_points(text.text.in(language)));
  }
};

void measure_question(Length& length, const Question& question, Language language) {
  length.read(question.ask, language);
  if (const auto* choice = std::get_if<ChoiceBody>(&question.body)) {
    for (const ChoiceOption& option : choice->options) length.read(option.text, language);
  }
  if (const auto* order = std::get_if<OrderBody>(&question.body)) {
    for (const LocatedText& item : order->items) length.read(item, language);
  }
  length.inputs += question.kind() == QuestionKind::mistake ? 2 : 1;
}

Length length_of(const Lesson& lesson, Course& course, Language language) {
  Length length;
  length.read(lesson.title, language);
  length.read(lesson.aim, language);
  for (const LessonPart& part : lesson.parts) {
    if (const auto* text = std::get_if<TextPart>(&part.body)) length.read(text->text, language);
    if (const auto* list = std::get_if<ListPart>(&part.body)) {
      for (const LocatedText& item : list->items) length.read(item, language);
    }
    if (const auto* formula = std::get_if<FormulaPart>(&part.body)) length.read(formula->formula, language);
    if (const auto* code = std::get_if<CodePart>(&part.body)) {
      for (const std::string& line : code->lines)
        length.characters += static_cast<std::size_t>(count_code_points(line));
    }
    if (const auto* calculation = std::get_if<DoPart>(&part.body)) {
      const Problem problem = limited_to(*course.shelf.find(calculation->problem), calculation->ask);
      length.inputs += prompts_of(problem, PracticeBy::row).size();
    }
    if (const auto* question = std::get_if<QuestionPart>(&part.body)) {
      measure_question(length, *find_question(course.content, question->id), language);
    }
  }
  return length;
}

}  // namespace

TEST_CASE("the points of the course are those of its outline") {
  std::map<PointKind, std::set<std::string>> points;
  for (const CoursePoint& point : course_points()) {
    INFO(point.id);
    CHECK(points[point.kind].insert(std::string(point.id)).second);
  }
  CHECK(points == outline);
}

TEST_CASE("the first four lessons take at most 6,000 characters of text and 25 inputs") {
  Course course;
  REQUIRE(course.content.lessons.size() >= 4);
  for (const Language language : {Language::zh, Language::en}) {
    Length all;
    for (std::size_t i = 0; i < 4; ++i) {
      const Length one = length_of(course.content.lessons[i], course, language);
      INFO(course.content.lessons[i].id);
      CHECK(one.characters > 200);  // there is something to read,
      CHECK(one.inputs > 0);        // and something to do
      all.characters += one.characters;
      all.inputs += one.inputs;
    }
    INFO(language_name(language));
    INFO(all.characters);
    INFO(all.inputs);
    CHECK(all.characters <= 6000);
    CHECK(all.inputs <= 25);
  }
}
