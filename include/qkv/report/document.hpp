// Format-neutral output: what is said, not how it looks.
//
// Everything that computes ends in a Document; everything that prints begins with one. The words in it are
// already in the reader's language; a renderer knows blocks and cells, no mathematics and no language, and
// ignores what it cannot show.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace qkv {

// What a cell is in the lesson.
enum class Role {
  plain,     // a number or word without a special part
  given,     // an input
  computed,  // a result
  masked,    // blocked by a mask
  asked,     // to be filled in
  learner,   // what the learner wrote
};

// What grading says of a cell.
enum class Mark {
  none,
  correct,
  rounding,
  follow_through,
  mistake,
  slip,
  imprecise,
  wrong,
  blank,
  unreadable
};

struct Cell {
  std::string text;             // as shown
  std::optional<double> value;  // the number behind it, in full
  std::string worked;           // the line of arithmetic behind it: "2 ÷ √2 = 2 ÷ 1.4142 = 1.41"
  Role role = Role::plain;
  Mark mark = Mark::none;
};

struct Row {
  std::string name;
  std::vector<Cell> cells;
  std::string worked;  // one line for the whole row, in place of a line per cell
};

struct Table {
  std::string caption;      // "weights A  [1, 1, 1, 3]"
  std::string row_axis;     // what the rows are: "query"
  std::string column_axis;  // what the columns are: "key"
  std::vector<std::string> column_names;
  std::vector<Row> rows;
  // Several tables with the same rows, set side by side: a name for each, and equally many columns each.
  // Empty: one table.
  std::vector<std::string> groups = {};
  bool label_worked = false;  // the worked lines do not say themselves which cell they are about
};

enum class NoteKind {
  remark,   // worth knowing
  warning,  // something to watch out for
  good,     // praise or confirmation
  bad,      // something is wrong
};

struct Heading {
  int level = 1;  // 1 the document, 2 a step, 3 a part of it
  std::string text;
};
struct Paragraph {
  std::string text;
};
// A line of mathematics, shown as it is and never wrapped.
struct Formula {
  std::string text;
};
struct Note {
  NoteKind kind = NoteKind::remark;
  std::string text;
  std::vector<std::string> details = {};  // below it, one a line
};
struct List {
  std::vector<std::string> items;
};
// Values over a common axis.
struct Plot {
  struct Series {
    std::string name;
    std::vector<std::pair<double, double>> points;
  };
  std::string caption;
  std::string x_axis;
  std::string y_axis;
  std::vector<Series> series;
};

using Block = std::variant<Heading, Paragraph, Formula, Note, List, Table, Plot>;

// Which part of the calculation a section is about, for renderers that link or filter; empty or −1: none.
struct Tag {
  std::string step;  // a step name
  int batch = -1;
  int head = -1;
};

struct Section {
  Tag tag;
  std::vector<Block> blocks;
};

struct Document {
  std::string title;
  std::string language;  // "zh" or "en"
  std::vector<Section> sections;
  // The word for each role and mark that occurs, for readers who see neither colour nor signs.
  std::map<Role, std::string> role_words;
  std::map<Mark, std::string> mark_words;
};

}  // namespace qkv
