// Who is in a class: a CSV file that the teacher keeps, or that the school's platform exports.
#pragma once

#include <string>
#include <vector>

#include "qkv/base/result.hpp"

namespace qkv {

struct RosterEntry {
  std::string id;    // shows something and holds no control character; no two alike
  std::string name;  // may be empty
  int line = 0;      // in the file
};

// The head names the columns, in any order and with others beside them: id and name, or what Chinese class
// lists and learning platforms call them (the texts roster.column.*). Each line below it is a learner, in the
// order of the file; lines that name nobody are passed over. Separators as in answer sheets, UTF-8 or UTF-16.
// Everything that is wrong is a fault of the whole: a learner who is left out by mistake would not be
// noticed.
Result<std::vector<RosterEntry>> read_roster(std::string text, const std::string& file);

}  // namespace qkv
