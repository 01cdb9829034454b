// A Document as text for a terminal, a pipe or a screen reader.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "qkv/report/document.hpp"
#include "qkv/text/command_calls.hpp"

namespace qkv {

struct TextOptions {
  // Columns of the terminal: text is wrapped, a single column of words too, and wide tables are split into
  // blocks of columns; formulas and single columns of numbers are never broken. Nothing at all is wrapped,
  // split or cut without it (a pipe).
  std::optional<int> width = std::nullopt;
  bool color = false;       // ANSI colours, added after padding; they repeat what signs already say
  bool ascii = false;       // − × ÷ √ ∞ ᵀ ✓ and box lines in ASCII; letters of any language stay
  bool plain = false;       // one cell a line, no drawing, colour or width: for screen readers
  bool worked = true;       // print the worked lines before each table
  CommandCalls calls = {};  // how commands that the texts name are to be typed
};

// Ends with a newline unless there is nothing to print. Control characters in the document's texts are shown,
// never passed on. The title is for formats that have a place for it; here the first heading stands for it.
//
// A column whose cells have neither values nor marks and whose texts are words begins at the left; all others
// are numbers and end at the right, with the signs of their marks behind them.
std::string render_text(Document document, const TextOptions& options);

// What is torn apart where a page ends before a line, from what must not be to what need not stay together.
enum class Cut {
  never,  // a heading and what it heads, a table's header and its first rows
  line,   // a block: a paragraph, the rows of a table
  part,   // what would rather stay together: a wide table's blocks of columns, a table and its worked lines
  block,  // nothing
};

struct RenderedLine {
  std::string text;  // with its newline
  int width = 0;     // columns, without what only colours
  Cut before = Cut::never;
  std::size_t block = 0;  // the number of its block in the document, whatever the width
};

// The lines of render_text(), for those who show them page by page.
std::vector<RenderedLine> render_text_lines(Document document, const TextOptions& options);

}  // namespace qkv
