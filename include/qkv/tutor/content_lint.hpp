// What is amiss with lessons and questions, beyond what their readers find.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "qkv/base/result.hpp"
#include "qkv/tutor/lesson.hpp"

namespace qkv {

// What links may lead to, beside the content itself.
struct ContentWorld {
  std::function<const Problem*(std::string_view id)> problem;  // built-in ones; null: there is none
  std::function<bool(std::string_view id)> can_explain;        // an id of `qkv explain`
  std::function<std::string(std::string_view id)> mistake_of;  // the id behind an alias, or the id itself
  std::function<bool(const std::string& command)> runs;        // a whole command line that is right
  std::function<LocalizedText(std::string_view id)> mistake_name;
  std::vector<std::string> explained;                                            // every id of `qkv explain`
  std::vector<std::string> problems;                                             // every built-in problem
  std::vector<std::string> commands;                                             // "walk", "check", …
  std::function<bool(std::string_view command, std::string_view option)> takes;  // "walk" takes "ascii"
};

// Codes content.*, each with its place. Whether
// - every question accepts its own answer, rejects wrong ones and an empty line, keeps the answer out of its
//   hints, and offers what can be told apart;
// - both languages name the same code and the same numbers (but for a digit alone, which may be a word);
// - no text has a misspelt command in it, or one with an option that it does not take;
// - each lesson has text, tables to look at, tables to fill in and a question;
// - links, problems, tables, questions and points are there, and ids are there once;
// - every point of the course is met somewhere, and every topic has questions;
// - every mistake of the catalogue is taught: it is a point of a lesson or question, a lesson links to it,
//   or a question asks to find it. Being offered as a wrong answer, or possible in a generated question,
//   teaches nothing.
std::vector<Diagnostic> lint_content(const Content& content, const ContentWorld& world);

}  // namespace qkv
