// Which problem each submission is graded by: a CSV file that the teacher keeps.
#pragma once

#include <string>
#include <vector>

#include "qkv/base/result.hpp"

namespace qkv {

struct Assignment {
  std::string answers;       // a file
  std::string problem;       // a file or a built-in problem
  std::string learner;       // id; empty: the one that the answers name
  std::string learner_name;  // may be empty
  int line = 0;              // in the manifest
};

// The head names the columns, in any order and with others beside them: answers, problem, learner, name. Each
// line below it is a submission. Separators and encodings as in answer sheets. A single line that cannot be
// used is a fault of the whole: a grade that is left out by mistake would not be noticed.
Result<std::vector<Assignment>> read_manifest(std::string text, const std::string& file);

}  // namespace qkv
