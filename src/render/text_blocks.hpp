// Every block of a Document as lines of text: drawn() as on a blackboard, plain() for a screen reader.
//
// The texts have been through cleaned() before: they hold no control characters and, on demand, only ASCII
// signs.
#pragma once

#include "qkv/render/text.hpp"
#include "text_line.hpp"

namespace qkv::rendering {

// What a block may need beyond itself.
struct Setting {
  const Document& document;  // for its words
  const TextOptions& options;
};

Lines drawn(const Heading& heading, const Setting& setting);
Lines drawn(const Paragraph& paragraph, const Setting& setting);
Lines drawn(const Formula& formula, const Setting& setting);
Lines drawn(const Note& note, const Setting& setting);
Lines drawn(const List& list, const Setting& setting);
Lines drawn(const Table& table, const Setting& setting);
Lines drawn(const Plot& plot, const Setting& setting);

Lines plain(const Heading& heading, const Setting& setting);
Lines plain(const Paragraph& paragraph, const Setting& setting);
Lines plain(const Formula& formula, const Setting& setting);
Lines plain(const Note& note, const Setting& setting);
Lines plain(const List& list, const Setting& setting);
Lines plain(const Table& table, const Setting& setting);
Lines plain(const Plot& plot, const Setting& setting);

// A table as lines, and where a page may end between them: a cut for each line, before it.
struct DrawnTable {
  Lines lines;
  std::vector<Cut> cuts;
};
DrawnTable drawn_with_cuts(const Table& table, const Setting& setting);

// Which of the tables that stand side by side a column belongs to.
std::size_t group_of(const Table& table, std::size_t column);

// The worked lines of a table from top to bottom; empty if the options do not want them.
struct WorkedLine {
  std::string label;  // which cell it is about, where the line itself does not say it
  std::string text;
};
std::vector<WorkedLine> worked_lines(const Table& table, const TextOptions& options);

// A number of a plot: four significant digits, whole numbers in full.
std::string point_text(double value, const TextOptions& options);

// A copy in which every text shows its control characters instead of carrying them, and is in ASCII signs if
// the options say so. The only door for texts into this folder.
Document cleaned(Document document, const TextOptions& options);

}  // namespace qkv::rendering
