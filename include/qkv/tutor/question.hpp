// A question of the quiz, as data: what is asked, what is right, what is said about it.
//
// Written ones come from data/questions/ (qkv/json/read_course.hpp), generated ones from generated.hpp; from
// here on nobody can tell them apart.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "qkv/base/result.hpp"
#include "qkv/model/problem.hpp"
#include "qkv/text/catalogue.hpp"

namespace qkv {

// A text and where it stands, for messages about it.
struct LocatedText {
  LocalizedText text;
  Place place = {};
};

struct ChoiceOption {
  LocatedText text;
  bool right = false;
  LocatedText why;
  std::string go;  // a command to read on with; may be empty
  Place place = {};
};

// Exactly one of the options is right.
struct ChoiceBody {
  std::vector<ChoiceOption> options;
};
struct TruthBody {
  bool answer = false;
};
// "[B,H,T,D]", and other ways to write the same sizes ("[B,T,C]" for "[B,T,H·D]").
struct ShapeBody {
  std::string answer;
  std::vector<std::string> also;
};
// A row of a table, to be calculated from the tables before it.
struct NumbersBody {
  std::shared_ptr<const Problem> problem;  // asks for that table alone; those that it is made from are given
  Step step = Step::scores;
  int row = 0;
};
// Items in their right order.
struct OrderBody {
  std::vector<LocatedText> items;
};
// A calculation with one known mistake in it: which table is the first wrong one, and which mistake it is.
struct MistakeBody {
  std::shared_ptr<const Problem> problem;
  std::string mistake;
  std::vector<std::string> others;  // offered beside it
};

// The order is that of QuestionKind.
using QuestionBody = std::variant<ChoiceBody, TruthBody, ShapeBody, NumbersBody, OrderBody, MistakeBody>;
enum class QuestionKind { choice, truth, shape, numbers, order, mistake };
std::string_view question_kind_name(QuestionKind kind);  // "true-false": as in the files

struct Question {
  std::string id;
  std::string topic;                // of topics_of_quiz()
  std::vector<std::string> points;  // of the course (course.hpp), and mistakes that it is about
  LocatedText ask;
  QuestionBody body;
  std::vector<LocatedText> hints;  // two: where to look, the rule in words
  LocatedText why;
  Place place = {};

  QuestionKind kind() const { return static_cast<QuestionKind>(body.index()); }
};

// The problem that a question is about; null: none.
const Problem* problem_of(const Question& question);

// The problem with only these tables to calculate. What stands before the first of them, and was asked or
// given so far, is given.
Problem limited_to(Problem problem, const std::vector<Step>& steps);

// The same text of the catalogue in both languages.
LocalizedText in_both_languages(std::string_view key, const std::vector<Argument>& arguments = {});

}  // namespace qkv
