#include "qkv/render/markdown.hpp"

#include "qkv/render/text.hpp"
#include "text_blocks.hpp"
#include "text_glyphs.hpp"

namespace qkv {
namespace {

std::string escaped(const std::string& text) {
  const std::string_view special = "\\`*_{}[]<>#|~&$";
  std::string result;
  for (const char c : text) {
    if (special.find(c) != std::string_view::npos) result += '\\';
    result += c;
  }
  return result;
}

// A code block whose fence is longer than any run of backticks in it.
std::string code_block(const std::string& text) {
  std::string fence = "```";
  while (text.find(fence) != std::string::npos) fence += '`';
  return fence + "text\n" + text + fence + "\n";
}

std::string marked(const Cell& cell) {
  const std::string_view mark = rendering::sign(cell.mark, {});
  return escaped(cell.text) + (mark.empty() ? "" : " " + std::string(mark));
}

std::string table_line(const std::string& name, const std::vector<std::string>& cells) {
  std::string line = "| " + name + " |";
  for (const std::string& cell : cells) line += " " + cell + " |";
  return line + "\n";
}

std::string corner(const Table& table) {
  if (table.column_axis.empty()) return escaped(table.row_axis);
  return escaped(table.row_axis + " ↓ " + table.column_axis + " →");
}

std::string grid(const Table& table) {
  std::size_t columns = table.column_names.size();
  for (const Row& row : table.rows) columns = std::max(columns, row.cells.size());
  std::vector<std::string> names(columns);
  std::vector<std::string> rule(columns, "---:");
  for (std::size_t i = 0; i < table.column_names.size(); ++i) {
    const std::string group = table.groups.empty() ? "" : table.groups[rendering::group_of(table, i)] + ": ";
    names[i] = escaped(group + table.column_names[i]);
  }
  std::string text = table_line(corner(table), names) + table_line("---", rule);
  for (const Row& row : table.rows) {
    std::vector<std::string> cells(columns);
    for (std::size_t i = 0; i < row.cells.size(); ++i) cells[i] = marked(row.cells[i]);
    text += table_line(escaped(row.name), cells);
  }
  return text;
}

std::string markdown(const Heading& heading) {
  return std::string(static_cast<std::size_t>(heading.level), '#') + " " + escaped(heading.text) + "\n";
}

std::string markdown(const Paragraph& paragraph) {
  return escaped(paragraph.text) + "\n";
}

std::string markdown(const Formula& formula) {
  return code_block(formula.text + "\n");
}

std::string markdown(const Note& note) {
  std::string text = "> " + std::string(rendering::sign(note.kind, {})) + " " + escaped(note.text) + "\n";
  if (!note.details.empty()) text += ">\n";
  for (const std::string& detail : note.details) text += "> - " + escaped(detail) + "\n";
  return text;
}

std::string markdown(const List& list) {
  std::string text;
  for (const std::string& item : list.items) text += "- " + escaped(item) + "\n";
  return text;
}

std::string markdown(const Table& table) {
  std::string worked;
  for (const rendering::WorkedLine& line : rendering::worked_lines(table, {})) {
    worked += (line.label.empty() ? "" : line.label + ": ") + line.text + "\n";
  }
  std::string text = worked.empty() ? "" : code_block(worked) + "\n";
  if (!table.caption.empty()) text += escaped(table.caption) + "\n\n";
  return text + grid(table);
}

std::string markdown(const Plot& plot) {
  std::string text = plot.caption.empty() ? "" : escaped(plot.caption) + "\n\n";
  text += table_line(escaped(plot.x_axis), {escaped(plot.y_axis)}) + table_line("---:", {"---:"});
  for (const Plot::Series& series : plot.series) {
    for (const auto& [x, y] : series.points) {
      text += table_line(rendering::point_text(x, {}),
                         {rendering::point_text(y, {}) + " " + escaped(series.name)});
    }
  }
  return text;
}

}  // namespace

std::string render_markdown(const Document& document) {
  const Document clean = rendering::cleaned(document, {});
  std::string text;
  for (const Section& section : clean.sections) {
    for (const Block& block : section.blocks) {
      if (!text.empty()) text += "\n";
      text += std::visit([](const auto& each) { return markdown(each); }, block);
    }
  }
  return text;
}

}  // namespace qkv
