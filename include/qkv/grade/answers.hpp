// What a learner handed in: numbers as they were written, per table.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "qkv/base/result.hpp"
#include "qkv/base/tensor.hpp"
#include "qkv/model/step.hpp"

namespace qkv {

struct AnswerCell {
  std::string written;  // as typed; empty means blank
  Place place;          // line and column in the file handed in
};

struct AnswerTable {
  Step step;
  Shape shape;                    // as handed in, leading axes of size 1 may be missing
  std::vector<AnswerCell> cells;  // row major
  Place place;
};

struct Answers {
  std::string problem;       // the id named in the file, may be empty
  std::string learner;       // id, may be empty
  std::string learner_name;  // may be empty
  std::vector<AnswerTable> tables;
  // Parts that could not be read; the rest is graded all the same.
  std::vector<Diagnostic> faults;

  const AnswerTable* find(Step step) const;
};

}  // namespace qkv
