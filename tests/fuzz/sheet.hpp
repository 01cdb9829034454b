// What holds for every sheet that a reader accepts.
#pragma once

#include "check.hpp"
#include "qkv/grade/grade.hpp"
#include "qkv/json/read_problem.hpp"

namespace qkv::fuzz {

// Two batch members, one of them padded, and two heads: every part of a sheet has somewhere to go.
inline Problem problem_with_parts() {
  const std::string text = R"({"qkv": 1, "tokens": ["合同", "a|b"], "heads": 2,
    "Q": [[[1, 0], [0, 1]], [[1, 1], [0, 2]]], "K": [[[1, 0], [1, 1]], [[0, 1], [1, 2]]],
    "V": [[[1, 0], [0, 2]], [[1, 1], [2, 0]]],
    "mask": {"padding": [[true, true], [true, false]]}})";
  return read_problem(text, "problem.json", "problem").value();
}

inline void require_gradable(const Result<Answers>& answers) {
  static const Problem problem = problem_with_parts();
  if (!answers) {
    require(!answers.faults().empty());
    require_sayable(answers.faults());
    return;
  }
  require(!answers.value().tables.empty());
  for (const AnswerTable& table : answers.value().tables) {
    require(!table.shape.empty() && table.shape.size() <= 4);
    require(table.cells.size() == element_count(table.shape));
  }
  const Report report = grade(problem, answers.value());
  require_sayable(report.faults);
  require(report.points <= report.max_points);
}

}  // namespace qkv::fuzz
