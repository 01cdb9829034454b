// Answers for tests, written as a learner writes them.
#pragma once

#include <string>
#include <vector>

#include "qkv/grade/answers.hpp"

namespace qkv::test {

using Rows = std::vector<std::vector<std::string>>;

inline AnswerTable answer_table(Step step, const Rows& rows) {
  AnswerTable table;
  table.step = step;
  table.shape = {static_cast<int>(rows.size()), static_cast<int>(rows.front().size())};
  for (const auto& row : rows) {
    for (const std::string& cell : row) table.cells.push_back({.written = cell});
  }
  return table;
}

inline Answers answers(std::vector<std::pair<Step, Rows>> tables) {
  Answers result;
  for (const auto& [step, rows] : tables) result.tables.push_back(answer_table(step, rows));
  return result;
}

}  // namespace qkv::test
