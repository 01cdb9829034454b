// Tables: caption, worked lines, a light grid, and what the signs in it mean. Two passes: collect and
// measure, then print.
#include <algorithm>
#include <set>
#include <utility>

#include "qkv/text/unicode.hpp"
#include "text_blocks.hpp"
#include "text_glyphs.hpp"

namespace qkv::rendering {
namespace {

constexpr int between_columns = 2;
constexpr int between_groups = 3;    // " │ "
constexpr int narrowest_words = 20;  // a column of words is not squeezed further

// One column of cells, measured. Signs have a lane of their own behind the texts, so that digits keep in
// line.
struct Column {
  std::string name;
  std::size_t group = 0;           // which of the tables that stand side by side
  std::vector<const Cell*> cells;  // one a row; null where a row is too short
  bool words = false;              // words begin at the left, numbers end at the right
  int text_width = 0;
  int sign_width = 0;
  int width = 0;
};

struct Grid {
  std::string corner;
  int name_width = 0;  // 0 if the table has neither row names nor axes
  bool header = false;
  std::vector<Column> columns;
  std::vector<std::string> groups;  // empty: one table
};

// The columns [begin, end) of a grid that are printed side by side.
struct Span {
  std::size_t begin = 0;
  std::size_t end = 0;
};

std::string corner_of(const Table& table, const Glyphs& glyphs) {
  std::string corner;
  if (table.column_axis.empty()) return table.row_axis;
  if (!table.row_axis.empty()) corner += table.row_axis + std::string(glyphs.after_row_axis);
  if (!corner.empty()) corner += ' ';
  corner += glyphs.before_column_axis;
  corner += table.column_axis;
  corner += glyphs.after_column_axis;
  return corner;
}

// Whether a text without a value behind it belongs among numbers: "0.25", "-1", "−∞", "[1, 0]", "____", "".
bool reads_like_number(const std::string& text) {
  const std::string_view starts = "0123456789+-.([_?";
  if (text.empty() || starts.find(text.front()) != std::string_view::npos) return true;
  const std::vector<std::string_view> signs = {"−", "∞", "√", "…", "—"};
  return std::ranges::any_of(signs, [&](std::string_view sign) { return text.starts_with(sign); });
}

bool holds_words(const Column& column) {
  const auto is_number = [](const Cell* cell) { return cell && (cell->value || cell->mark != Mark::none); };
  const auto is_word = [](const Cell* cell) { return cell && !reads_like_number(cell->text); };
  return std::ranges::none_of(column.cells, is_number) && std::ranges::any_of(column.cells, is_word);
}

// A blank and the sign, or nothing.
std::string tail_of(const Cell& cell, const TextOptions& options) {
  const std::string_view mark = sign(cell.mark, options);
  return mark.empty() ? std::string() : " " + std::string(mark);
}

void measure(Column& column, const TextOptions& options) {
  column.words = holds_words(column);
  for (const Cell* cell : column.cells) {
    if (!cell) continue;
    column.text_width = std::max(column.text_width, display_width(cell->text));
    column.sign_width = std::max(column.sign_width, display_width(tail_of(*cell, options)));
  }
  column.width = std::max(display_width(column.name), column.text_width + column.sign_width);
}

bool begins_group(const Grid& grid, std::size_t at) {
  return at > 0 && grid.columns[at].group != grid.columns[at - 1].group;
}

int gap_before(const Grid& grid, std::size_t at) {
  return begins_group(grid, at) ? between_groups : between_columns;
}

// What the columns of a group take that begins with this one.
int group_width(const Grid& grid, std::size_t first) {
  int width = grid.columns[first].width;
  for (std::size_t at = first + 1; at < grid.columns.size() && !begins_group(grid, at); ++at) {
    width += between_columns + grid.columns[at].width;
  }
  return width;
}

// Shares the columns out among the groups; a long name widens the first column below it.
void form_groups(Grid& grid, const Table& table) {
  grid.groups = table.groups;
  if (grid.groups.empty()) return;
  for (std::size_t at = 0; at < grid.columns.size(); ++at) grid.columns[at].group = group_of(table, at);
  for (std::size_t at = 0; at < grid.columns.size(); ++at) {
    if (at > 0 && !begins_group(grid, at)) continue;
    const int missing = display_width(grid.groups[grid.columns[at].group]) - group_width(grid, at);
    grid.columns[at].width += std::max(missing, 0);
  }
}

Grid collect(const Table& table, const TextOptions& options) {
  Grid grid;
  grid.corner = corner_of(table, glyphs_for(options));
  grid.name_width = display_width(grid.corner);
  std::size_t count = table.column_names.size();
  for (const Row& row : table.rows) {
    count = std::max(count, row.cells.size());
    grid.name_width = std::max(grid.name_width, display_width(row.name));
  }
  grid.columns.resize(count);
  for (std::size_t at = 0; at < count; ++at) {
    Column& column = grid.columns[at];
    if (at < table.column_names.size()) column.name = table.column_names[at];
    for (const Row& row : table.rows) {
      column.cells.push_back(at < row.cells.size() ? &row.cells[at] : nullptr);
    }
    measure(column, options);
    grid.header = grid.header || !column.name.empty();
  }
  grid.header = grid.header || !grid.corner.empty();
  form_groups(grid, table);
  return grid;
}

// Columns before the first cell: the row names and " │ ".
int margin_of(const Grid& grid) {
  return grid.name_width == 0 ? 0 : grid.name_width + 3;
}

// As many columns side by side as fit; one at least. All of them without a width. A group that does not fit
// begins anew.
std::vector<Span> split(const Grid& grid, std::optional<int> width) {
  std::vector<Span> spans(1);
  int used = margin_of(grid);
  for (std::size_t at = 0; at < grid.columns.size(); ++at) {
    Span& span = spans.back();
    const bool first = span.begin == span.end;
    const int gap = first ? 0 : gap_before(grid, at);
    const int needed = grid.columns[at].width + gap;
    const int whole = begins_group(grid, at) ? group_width(grid, at) + gap : needed;
    if (width && !first && used + whole > *width) {
      spans.push_back({span.end, span.end + 1});
      used = margin_of(grid) + grid.columns[at].width;
    } else {
      ++span.end;
      used += needed;
    }
  }
  return spans;
}

Line line_start(const Grid& grid, const std::string& name, const Glyphs& glyphs) {
  if (grid.name_width == 0) return {};
  return {{pad_right(name, grid.name_width) + " "}, {std::string(glyphs.vertical), Ink::faint}, {" "}};
}

void add_gap(Line& line, const Grid& grid, Span span, std::size_t at, const Glyphs& glyphs) {
  if (at == span.begin) return;
  if (!begins_group(grid, at)) return line.push_back({blanks(between_columns)});
  line.push_back({" "});
  line.push_back({std::string(glyphs.vertical), Ink::faint});
  line.push_back({" "});
}

// The names of the tables that stand side by side, over their columns.
Line group_line(const Grid& grid, Span span, const Glyphs& glyphs) {
  Line line = line_start(grid, std::string(), glyphs);
  for (std::size_t at = span.begin; at < span.end; ++at) {
    if (at > span.begin && !begins_group(grid, at)) continue;
    add_gap(line, grid, span, at, glyphs);
    line.push_back({pad_right(grid.groups[grid.columns[at].group], group_width(grid, at)), Ink::strong});
  }
  return line;
}

Line header_line(const Grid& grid, Span span, const Glyphs& glyphs) {
  Line line = line_start(grid, grid.corner, glyphs);
  for (std::size_t at = span.begin; at < span.end; ++at) {
    const Column& column = grid.columns[at];
    add_gap(line, grid, span, at, glyphs);
    line.push_back(
        {column.words ? pad_right(column.name, column.width) : pad_left(column.name, column.width)});
  }
  return line;
}

Line rule_line(const Grid& grid, Span span, const Glyphs& glyphs) {
  std::string rule;
  if (grid.name_width > 0) {
    rule = repeat(glyphs.horizontal, grid.name_width + 1) + std::string(glyphs.cross);
    if (span.begin < span.end) rule += glyphs.horizontal;
  }
  for (std::size_t at = span.begin; at < span.end; ++at) {
    if (at > span.begin && begins_group(grid, at)) {
      rule += glyphs.horizontal;
      rule += glyphs.cross;
      rule += glyphs.horizontal;
    } else if (at > span.begin) {
      rule += repeat(glyphs.horizontal, between_columns);
    }
    rule += repeat(glyphs.horizontal, grid.columns[at].width);
  }
  return {{rule, Ink::faint}};
}

void add_cell(Line& line, const Column& column, const Cell& cell, const TextOptions& options) {
  const std::string shown = cell.text + tail_of(cell, options);
  const int before = column.words ? 0 : column.width - column.sign_width - display_width(cell.text);
  line.push_back({blanks(before)});
  line.push_back({shown, cell.mark == Mark::none ? ink_of(cell.role) : ink_of(cell.mark)});
  line.push_back({blanks(column.width - before - display_width(shown))});
}

// A table with a single column of words, such as a list of titles, is made to fit by wrapping them.
void squeeze(Grid& grid, std::optional<int> width) {
  if (!width || grid.columns.size() != 1 || !grid.columns[0].words) return;
  Column& column = grid.columns[0];
  column.width = std::min(column.width, std::max(*width - margin_of(grid), narrowest_words));
}

Lines wrapped_row(const Grid& grid, const Row& row, const TextOptions& options) {
  const Glyphs& glyphs = glyphs_for(options);
  Lines lines;
  for (const std::string& words : wrap(row.cells[0].text, grid.columns[0].width)) {
    lines.push_back(line_start(grid, lines.empty() ? row.name : std::string(), glyphs));
    lines.back().push_back({words, ink_of(row.cells[0].role)});
  }
  return lines;
}

Line row_line(const Grid& grid, Span span, const Row& row, const TextOptions& options) {
  const Glyphs& glyphs = glyphs_for(options);
  Line line = line_start(grid, row.name, glyphs);
  for (std::size_t at = span.begin; at < span.end; ++at) {
    add_gap(line, grid, span, at, glyphs);
    if (at < row.cells.size()) {
      add_cell(line, grid.columns[at], row.cells[at], options);
    } else {
      line.push_back({blanks(grid.columns[at].width)});
    }
  }
  return line;
}

void add(DrawnTable& drawn, Line line, Cut before) {
  drawn.lines.push_back(std::move(line));
  drawn.cuts.push_back(before);
}

// The lines above the rows of a block of columns.
void add_header(DrawnTable& drawn, const Grid& grid, Span span, const Glyphs& glyphs) {
  if (!drawn.lines.empty()) add(drawn, {}, Cut::never);
  if (!grid.groups.empty()) add(drawn, group_line(grid, span, glyphs), Cut::part);
  if (!grid.header) return;
  add(drawn, header_line(grid, span, glyphs), grid.groups.empty() ? Cut::part : Cut::never);
  add(drawn, rule_line(grid, span, glyphs), Cut::never);
}

DrawnTable drawn_grid(const Table& table, const TextOptions& options) {
  Grid grid = collect(table, options);
  squeeze(grid, options.width);
  if (grid.columns.empty() && grid.name_width == 0) return {};
  if (table.rows.empty() && grid.columns.empty()) return {};
  DrawnTable drawn;
  for (const Span span : split(grid, options.width)) {
    add_header(drawn, grid, span, glyphs_for(options));
    std::size_t row_number = 0;
    for (const Row& row : table.rows) {
      const bool too_wide = grid.columns.size() == 1 && grid.columns[0].words && !row.cells.empty() &&
                            display_width(row.cells[0].text) > grid.columns[0].width;
      Lines lines = too_wide ? wrapped_row(grid, row, options) : Lines{row_line(grid, span, row, options)};
      // A header stays with its first two rows.
      const Cut before = row_number++ < 2 ? Cut::never : Cut::line;
      for (std::size_t at = 0; at < lines.size(); ++at)
        add(drawn, std::move(lines[at]), at == 0 ? before : Cut::never);
    }
  }
  return drawn;
}

// "✓ correct   ✗ a known mistake": the marks of this table in the order of the enumeration.
void add_legend(Lines& lines, const Table& table, const Setting& setting) {
  std::set<Mark> marks;
  for (const Row& row : table.rows) {
    for (const Cell& cell : row.cells) marks.insert(cell.mark);
  }
  marks.erase(Mark::none);
  Line line;
  for (const Mark mark : marks) {
    const auto word = setting.document.mark_words.find(mark);
    if (word == setting.document.mark_words.end()) continue;
    const Line item = {{std::string(sign(mark, setting.options)), ink_of(mark)}, {" " + word->second}};
    const std::optional<int> width = setting.options.width;
    if (width && !line.empty() && line_width(line) + 3 + line_width(item) > *width) {
      lines.push_back(std::move(line));
      line = {};
    }
    if (!line.empty()) line.push_back({blanks(3)});
    line.insert(line.end(), item.begin(), item.end());
  }
  if (!line.empty()) lines.push_back(std::move(line));
}

}  // namespace

DrawnTable drawn_with_cuts(const Table& table, const Setting& setting) {
  const TextOptions& options = setting.options;
  DrawnTable drawn;
  const std::vector<WorkedLine> worked = worked_lines(table, options);
  int label_width = 0;
  for (const WorkedLine& line : worked) label_width = std::max(label_width, display_width(line.label));
  for (const WorkedLine& each : worked) {
    const std::string label = label_width == 0 ? std::string() : pad_right(each.label, label_width + 3);
    for (Line& line : hanging({blanks(4) + label}, each.text, options.width))
      add(drawn, std::move(line), Cut::line);
  }
  DrawnTable grid = drawn_grid(table, options);
  if (!worked.empty() && !grid.lines.empty()) add(drawn, {}, Cut::never);
  Cut before = Cut::part;
  if (!table.caption.empty()) {
    for (Line& line : hanging({}, table.caption, options.width, Ink::strong))
      add(drawn, std::move(line), std::exchange(before, Cut::never));
  }
  for (std::size_t at = 0; at < grid.lines.size(); ++at)
    add(drawn, std::move(grid.lines[at]), at == 0 ? before : grid.cuts[at]);
  Lines legend;
  add_legend(legend, table, setting);
  for (Line& line : legend) add(drawn, std::move(line), Cut::never);
  return drawn;
}

Lines drawn(const Table& table, const Setting& setting) {
  return drawn_with_cuts(table, setting).lines;
}

}  // namespace qkv::rendering
