#include "line_rows.hpp"

#include <algorithm>
#include <cwchar>

namespace qkv {
namespace {

constexpr int tab_columns = 8;

struct Place {
  int row = 0;
  int column = 0;

  void go_over(wchar_t character, int columns) {
    const int width =
        character == L'\t' ? tab_columns - column % tab_columns : std::max(wcwidth(character), 0);
    if (column + width > columns) {
      ++row;
      column = 0;
    }
    column += width;
  }
};

}  // namespace

int rows_above_end(const std::wstring& text, int columns, const std::vector<RowEnd>& ends) {
  if (columns <= 0) return 0;
  Place place;
  auto end = ends.begin();
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (end != ends.end() && i == end->blanks && end->next <= text.size()) {
      i = end->next - 1;
      place = {place.row + 1, 0};
      ++end;
    } else {
      place.go_over(text[i], columns);
    }
  }
  // Behind a full row the cursor is in the next one.
  return place.row + (place.column == columns ? 1 : 0);
}

std::vector<RowEnd> row_ends(const std::wstring& text, int columns) {
  std::vector<RowEnd> ends;
  if (columns <= 0) return ends;
  Place place;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const int row = place.row;
    place.go_over(text[i], columns);
    if (place.row == row || i == 0 || text[i - 1] != L' ') continue;
    std::size_t blanks = i;
    while (blanks > 0 && text[blanks - 1] == L' ') --blanks;
    if (ends.empty() || ends.back().next <= blanks) ends.push_back({blanks, i});
  }
  return ends;
}

}  // namespace qkv
