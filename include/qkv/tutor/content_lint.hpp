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
  std::vector<std::string> explained;  // every id of `qkv explain`
  std::vector<std::string> problems;   // every built-in problem
};

// Codes content.*, each with its place. Whether
// - every question accepts its own answer, rejects wrong ones and an empty line, and its hints keep the
// answer;
// - both languages name the same code;
// - links, problems, tables, questions and points are there;
// - every mistake of the catalogue (unless generated questions hold it) and every point of the course is met
//   somewhere, every question has an id
// of
//   its own, every topic has questions.
std::vector<Diagnostic> lint_content(const Content& content, const ContentWorld& world);

}  // namespace qkv
