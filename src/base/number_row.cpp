#include <algorithm>
#include <cstddef>
#include <span>

#include "characters.hpp"
#include "qkv/base/number.hpp"
#include "qkv/base/utf8.hpp"

namespace qkv {
namespace {

// A visible character of the row.
struct Glyph {
  char32_t folded;
  bool is_tab;
  std::size_t begin, end;  // bytes
  bool held = false;       // inside a pair of parentheses, or one of them
};

std::vector<Glyph> glyphs_of(std::string_view text) {
  std::vector<Glyph> glyphs;
  for (std::size_t offset = 0; offset < text.size();) {
    const CodePoint c = decode_utf8(text, offset);
    const std::size_t end = offset + c.length;
    // A byte that is no UTF-8 stays in its cell, where read_number() names it.
    if (!c.valid) {
      glyphs.push_back({0xFFFD, false, offset, end});
    } else if (!detail::is_invisible(c.value)) {
      glyphs.push_back({detail::fold_character(c.value), c.value == U'\t', offset, end});
    }
    offset = end;
  }
  return glyphs;
}

bool is_sign(char32_t c) {
  return c == U'+' || c == U'-';
}
// Between two operands, never at the beginning or the end of one.
bool joins(char32_t c) {
  return c == U'*' || c == U'/' || c == U'^' || c == 0x00D7 || c == 0x00F7 || c == 0x22C5;
}

using Row = std::span<const Glyph>;

// For every parenthesis that has one, the other of its pair; else its own place.
std::vector<std::size_t> partners_of(Row glyphs) {
  std::vector<std::size_t> partners(glyphs.size());
  std::vector<std::size_t> open;
  for (std::size_t i = 0; i < glyphs.size(); ++i) {
    partners[i] = i;
    if (glyphs[i].folded == U'(') open.push_back(i);
    if (glyphs[i].folded != U')' || open.empty()) continue;
    partners[i] = open.back();
    partners[open.back()] = i;
    open.pop_back();
  }
  return partners;
}

// Only pairs hold: a parenthesis that was left open spoils its own cell, not the row.
void hold_pairs(std::span<Glyph> row, std::span<const std::size_t> partners, std::size_t first) {
  for (std::size_t i = 0; i < row.size(); ++i) {
    const std::size_t last = partners[first + i] - first;
    if (row[i].folded != U'(' || last == i) continue;
    for (; i < last; ++i) row[i].held = true;
    row[last].held = true;
  }
}

class Splitter {
 public:
  Splitter(std::string_view text, Row row, const ReadOptions& options)
      : text_(text), row_(row), options_(options) {}

  std::vector<std::string> split() {
    while (at_ < row_.size()) {
      const Glyph& glyph = row_[at_];
      if (parts(glyph)) {
        end_cell();
        after_separator_ = true;
        ++at_;
        skip_blanks();
      } else if (glyph.folded == U' ' && !glyph.held) {
        take_blanks();
      } else {
        ++at_;
        cell_end_ = at_;
      }
    }
    if (!row_.empty()) end_cell();
    return std::move(cells_);
  }

 private:
  bool parts(const Glyph& glyph) const {
    if (glyph.held) return false;
    return glyph.folded == U';' || glyph.folded == 0x3001 ||
           (glyph.folded == U',' && !options_.decimal_comma);
  }

  int skip_blanks() {
    int tabs = 0;
    for (; at_ < row_.size() && row_[at_].folded == U' ' && !row_[at_].held; ++at_) tabs += row_[at_].is_tab;
    if (cell_begin_ == cell_end_) cell_begin_ = cell_end_ = at_;
    return tabs;
  }

  // Blanks inside the row end a cell, unless a separator follows or the neighbours hold together.
  void take_blanks() {
    const int tabs = skip_blanks();
    if (at_ == row_.size() || parts(row_[at_]) || holds_together()) return;
    end_cell();
    for (int blank = 1; blank < tabs; ++blank) end_cell();
    after_separator_ = false;
  }

  bool holds_together() const {
    const Row cell = row_.subspan(cell_begin_, cell_end_ - cell_begin_);
    if (cell.empty()) return false;
    const char32_t before = cell.back().folded;
    const char32_t after = row_[at_].folded;
    if (joins(before) || joins(after) || before == 0x221A || after == U'%') return true;
    if (is_sign(before) && cell.size() == 1 && after_separator_) return true;
    return after == U'(' && ends_with_function(cell);
  }

  static bool ends_with_function(Row cell) {
    std::string letters;
    for (const Glyph& glyph : cell.last(std::min<std::size_t>(cell.size(), 4))) {
      const bool is_letter = (glyph.folded | 0x20) >= U'a' && (glyph.folded | 0x20) <= U'z';
      letters += is_letter ? static_cast<char>(glyph.folded | 0x20) : ' ';
    }
    return letters == "sqrt" || (letters.size() >= 3 && letters.substr(letters.size() - 3) == "exp");
  }

  void end_cell() {
    if (cell_begin_ == cell_end_) {
      cells_.emplace_back();
    } else {
      const std::size_t begin = row_[cell_begin_].begin;
      cells_.emplace_back(text_.substr(begin, row_[cell_end_ - 1].end - begin));
    }
    const bool at_separator = at_ < row_.size() && parts(row_[at_]);
    cell_begin_ = cell_end_ = at_ + (at_separator ? 1 : 0);
  }

  std::string_view text_;
  Row row_;
  ReadOptions options_;
  std::vector<std::string> cells_;
  std::size_t at_ = 0;
  std::size_t cell_begin_ = 0;   // of the cell at hand
  std::size_t cell_end_ = 0;     // one past its last character that is not blank
  bool after_separator_ = true;  // the cell at hand has no neighbour that it could be subtracted from
};

}  // namespace

std::vector<std::string> split_row(std::string_view text, const ReadOptions& options) {
  std::vector<Glyph> glyphs = glyphs_of(text);
  const std::vector<std::size_t> partners = partners_of(glyphs);
  std::size_t first = 0;
  std::size_t end = glyphs.size();
  for (bool dropped = true; dropped && first < end;) {
    dropped = true;
    const char32_t front = glyphs[first].folded;
    const char32_t back = glyphs[end - 1].folded;
    if (front == U' ' || front == U'[') {
      ++first;
    } else if (back == U' ' || back == U']') {
      --end;
    } else if (front == U'(' && end - first > 1 && partners[first] == end - 1) {
      ++first;
      --end;
    } else {
      dropped = false;
    }
  }
  const std::span<Glyph> row = std::span(glyphs).subspan(first, end - first);
  hold_pairs(row, partners, first);
  return Splitter(text, row, options).split();
}

}  // namespace qkv
