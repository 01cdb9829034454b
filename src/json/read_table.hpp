#pragma once

#include <optional>

#include "qkv/grade/answers.hpp"
#include "reading.hpp"

namespace qkv {

// A table of answers, nested one to four lists deep, as most of its cells are. A list in a cell is an
// unreadable cell, a number in place of a row its first cell; both are reported. Uneven rows are padded with
// blank cells and reported, so that what can be read is graded. Nothing if it is no table; `room` is what is
// left of most_answer_cells.
std::optional<AnswerTable> read_answer_table(Faults& faults, const Entry& entry, Step step,
                                             std::size_t& room);

}  // namespace qkv
