// A sheet's tables part by part, as both writers go through them.
#pragma once

#include <string>
#include <vector>

#include "qkv/grade/answers.hpp"
#include "qkv/model/problem.hpp"

namespace qkv::sheets {

struct LaidOutRow {
  int number = 0;    // from 0
  std::string name;  // with control characters shown
  std::vector<std::string> cells;
};

// The rows that are asked for in one batch member and head.
struct LaidOutPart {
  Step step = Step::scores;
  int batch = 0;  // from 0
  int head = 0;
  bool has_batches = false;  // there is more than one, so that the part must be named
  bool has_heads = false;
  bool has_head_axis = false;
  std::vector<std::string> columns;  // names; empty for sum
  std::vector<LaidOutRow> rows;
};

// Every table must have its full shape.
std::vector<LaidOutPart> parts_of(const Problem& problem, const AnswerTable& table);

}  // namespace qkv::sheets
