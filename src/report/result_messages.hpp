// What a single result says, by the level of feedback.
#pragma once

#include <string>

#include "check_notes.hpp"

namespace qkv {

// "1 of 2 points", and what keeps the table from being graded.
std::string table_message(const Sheet& sheet, const TableReport& table);

// What was written, and its verdict.
std::string cell_saying(const Sheet& sheet, const TableReport& table, const CellReport& cell);
// From `why` on what it looks like; at `full` what it should be.
std::string cell_hint(const Sheet& sheet, const TableReport& table, const CellReport& cell);

// Two texts, either of which may be empty, as one.
std::string followed_by(const Sheet& sheet, const std::string& text, const std::string& next);

}  // namespace qkv
