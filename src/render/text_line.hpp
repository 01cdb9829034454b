// Lines of text output before they are joined: pieces of measured text, each with an ink.
//
// Widths are taken of the bare text; ink becomes an ANSI code only when a line is printed, so it can never
// disturb a column.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace qkv::rendering {

enum class Ink {
  none,
  strong,    // headings, cells to fill in
  faint,     // rules, masked cells
  accent,    // what the learner wrote
  good,      // green
  doubtful,  // yellow
  bad,       // red
};

struct Piece {
  std::string text;
  Ink ink = Ink::none;
};
using Line = std::vector<Piece>;
using Lines = std::vector<Line>;

enum class Color { never, always };

std::string repeat(std::string_view sign, int count);  // nothing for a count below 1
std::string blanks(int count);
// The text with blanks up to that many columns, behind it or before it.
std::string pad_right(const std::string& text, int width);
std::string pad_left(const std::string& text, int width);

int line_width(const Line& line);

// Adds the line and a newline to the output. Blanks at the end of the line are left out.
void print(Line line, Color color, std::string& output);

// The text as lines that start with the first piece, then with as many blanks; broken only where a width is
// given and exceeded. However narrow the terminal, a readable minimum is kept.
Lines hanging(const Piece& first, const std::string& text, std::optional<int> width, Ink ink = Ink::none);

}  // namespace qkv::rendering
