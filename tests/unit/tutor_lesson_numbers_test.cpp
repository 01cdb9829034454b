// The numbers that lessons speak of are those of their problems: nobody corrects a text when a table changes.
#include <cmath>
#include <regex>
#include <set>

#include "qkv/base/number.hpp"
#include "qkv/json/read_content.hpp"
#include "qkv/trace/pipeline.hpp"
#include "support/catch.hpp"

using namespace qkv;

namespace {

using Words = std::set<std::string>;

// What stands in a lesson and in no table of its problems, and what it is instead.
struct Exception {
  std::string lesson;
  std::string number;
  std::string reason;
  double value;
};
const std::vector<Exception> exceptions = {
    {"average", "0.67", "the mean of the first column of V, which the lesson mixes by weights instead",
     2.0 / 3},
    {"by-hand", "0.21", "a weight of contract without the division",
     std::exp(1) / (2 * std::exp(1) + std::exp(2))},
    {"by-hand", "0.58", "its largest weight", std::exp(2) / (2 * std::exp(1) + std::exp(2))},
    {"scale", "0.02", "a weight of the last row of score-table without the division",
     1 / (1 + std::exp(4) + std::exp(-4))},
    {"scale", "0.98", "its largest weight", 1 / (1 + std::exp(-4) + std::exp(-8))},
};

// With two decimals or more: with fewer it may be anything.
Words numbers_in(const std::string& text) {
  static const std::regex number("[0-9]+\\.[0-9]{2,}");
  Words found;
  for (std::sregex_iterator at(text.begin(), text.end(), number), end; at != end; ++at)
    found.insert((*at)[0]);
  return found;
}

int decimals_of(const std::string& number) {
  return static_cast<int>(number.size() - number.find('.') - 1);
}

void add(const LocatedText& said, Words& numbers) {
  for (const std::string& text : {said.text.zh, said.text.en}) numbers.merge(numbers_in(text));
}

// ---- a lesson

Words spoken_of(const Lesson& lesson) {
  Words numbers;
  for (const LessonPart& part : lesson.parts) {
    if (const auto* text = std::get_if<TextPart>(&part.body)) add(text->text, numbers);
    if (const auto* formula = std::get_if<FormulaPart>(&part.body)) add(formula->formula, numbers);
    if (const auto* list = std::get_if<ListPart>(&part.body)) {
      for (const LocatedText& item : list->items) add(item, numbers);
    }
  }
  return numbers;
}

void add_problem(const Problem* problem, std::vector<const Problem*>& problems) {
  if (problem != nullptr) problems.push_back(problem);
}

// Those that it shows, asks for, or sends learners to.
std::vector<const Problem*> problems_of(const Lesson& lesson, const Content& content, ProblemShelf& shelf) {
  const std::string walk = "qkv walk ";
  std::vector<const Problem*> problems;
  for (const LessonPart& part : lesson.parts) {
    if (const auto* look = std::get_if<LookPart>(&part.body))
      add_problem(shelf.find(look->problem).get(), problems);
    if (const auto* exercise = std::get_if<DoPart>(&part.body))
      add_problem(shelf.find(exercise->problem).get(), problems);
    if (const auto* question = std::get_if<QuestionPart>(&part.body))
      add_problem(problem_of(*find_question(content, question->id)), problems);
    const auto* see = std::get_if<SeePart>(&part.body);
    for (const SeeLink& link : see == nullptr ? std::vector<SeeLink>() : see->links) {
      if (!link.target.starts_with(walk)) continue;
      const std::string words = link.target.substr(walk.size());
      add_problem(shelf.find(words.substr(0, words.find(' '))).get(), problems);
    }
  }
  return problems;
}

// ---- the tables of its problems

bool is_in(const Tensor& table, const std::string& number) {
  const int decimals = decimals_of(number);
  return std::ranges::any_of(table.values(), [&](double value) {
    return std::isfinite(value) && format_fixed(std::fabs(value), decimals) == number;
  });
}

// As somebody calculates by hand, and unrounded; what is given as well.
bool is_in(const Problem& problem, const std::string& number) {
  for (const Carry carry : {Carry::exact, Carry::by_hand}) {
    const Trace trace = compute(problem, right_recipe(), carry);
    const auto holds = [&](const StepTable& table) { return is_in(table.values, number); };
    if (std::ranges::any_of(trace.tables, holds)) return true;
  }
  const std::vector<Step> given = given_steps(problem);
  return std::ranges::any_of(given, [&](Step step) { return is_in(*given_table(problem, step), number); });
}

const Exception* exception_of(const Lesson& lesson, const std::string& number) {
  const auto found = std::ranges::find_if(
      exceptions, [&](const Exception& each) { return each.lesson == lesson.id && each.number == number; });
  return found == exceptions.end() ? nullptr : &*found;
}

}  // namespace

TEST_CASE("every number with decimals in a lesson stands in a table of its problems, or is excused here") {
  ProblemShelf shelf;
  const Content content = embedded_content(shelf);
  std::set<const Exception*> used;
  int held = 0;
  for (const Lesson& lesson : content.lessons) {
    const std::vector<const Problem*> problems = problems_of(lesson, content, shelf);
    for (const std::string& number : spoken_of(lesson)) {
      INFO(lesson.id << ": " << number);
      const bool found =
          std::ranges::any_of(problems, [&](const Problem* problem) { return is_in(*problem, number); });
      const Exception* exception = exception_of(lesson, number);
      if (exception != nullptr) {
        used.insert(exception);
        CHECK(format_fixed(exception->value, decimals_of(number)) == number);
      }
      CHECK(found == (exception == nullptr));
      ++held;
    }
  }
  CHECK(held > 30);
  CHECK(used.size() == exceptions.size());
}
