// Tables from their parts: one part for each batch member and head.
#pragma once

#include <string>
#include <vector>

#include "qkv/base/fault_list.hpp"
#include "qkv/grade/answers.hpp"

namespace qkv::sheets {

struct PlaneRow {
  AnswerCell name;
  std::vector<AnswerCell> cells;
};

struct Plane {
  Step step = Step::scores;
  int batch = 0;  // from 0
  int head = 0;
  bool typed = false;  // rows of one text each
  std::vector<AnswerCell> columns;
  std::vector<PlaneRow> rows;
  Place place;

  bool filled_in() const;  // something was written
};

// The tables in the order in which they begin. Of a part that occurs twice the first with something written
// in it counts. What is too large is reported and left out.
std::vector<AnswerTable> tables_of(std::vector<Plane> planes, AnswerTable::By by, FaultList& faults);

}  // namespace qkv::sheets
