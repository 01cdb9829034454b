// Answer files: JSON → Answers.
#pragma once

#include <string>

#include "qkv/base/result.hpp"
#include "qkv/grade/answers.hpp"

namespace qkv {

// Reads an answer file. A text that is no JSON object, or one without a single readable table, is a failure.
// A part that cannot be read (an unknown table name, a table that is no table) is reported in Answers::faults
// and the rest is kept. Cells are numbers, strings or null; a number keeps its literal, and anything
// else its text. Tables are nested one to four lists deep. Rows that are too short are padded with blank
// cells and reported; the cells' places are line and column alone. A submission holds at most 4,000,000
// cells. Lines count from first_line: a line of a file with a submission each begins elsewhere. The format is
// described in data/schema/answers.schema.json.
Result<Answers> read_answers(std::string text, std::string file, int first_line = 1);

}  // namespace qkv
