// Where a line of text that is longer than a terminal is wide stands on it.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace qkv {

// Where a row was ended although the line goes on: a terminal of another width does not join such rows.
struct RowEnd {
  std::size_t blanks = 0;  // the first character that was not drawn any more
  std::size_t next = 0;    // the first one of the next row
};

// How many rows are above the one behind the last character. Characters are as wide as the C library says.
int rows_above_end(const std::wstring& text, int columns, const std::vector<RowEnd>& ends);

// The ends of rows that a line has when it is drawn whole: blanks at the end of a row are left out, and the
// next row is begun with a line break.
std::vector<RowEnd> row_ends(const std::wstring& text, int columns);

}  // namespace qkv
