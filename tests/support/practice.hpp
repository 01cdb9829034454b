// Learners at the tutor.
#pragma once

#include <string>
#include <vector>

#include "qkv/grade/answers.hpp"
#include "qkv/tutor/practice.hpp"

namespace qkv::test {

inline Practice practice_of(const Problem& problem, PracticeBy by = PracticeBy::row) {
  return {problem, new_session(problem, problem.id, by)};
}

// What somebody who has these numbers types at a prompt; a blank cell is typed as 0.
inline std::string line_of(const Answers& answers, const Prompt& prompt) {
  const AnswerTable& table = *answers.find(prompt.spot.step);
  std::string line;
  for (int i = 0; i < prompt.count; ++i) {
    const std::string& written = table.cells[prompt.first + static_cast<std::size_t>(i)].written;
    line += (i == 0 ? "" : " ") + (written.empty() ? "0" : written);
  }
  return line;
}

}  // namespace qkv::test
