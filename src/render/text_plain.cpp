// The document for a screen reader: no drawing, no indents, each cell and each point a line that stands
// alone.
#include "text_blocks.hpp"
#include "text_glyphs.hpp"

namespace qkv::rendering {
namespace {

Lines one_line(const std::string& text) {
  if (text.empty()) return {};
  return {{{text}}};
}

// The texts that are not empty, with the separator between them.
std::string joined(const std::vector<std::string>& texts, std::string_view separator) {
  std::string line;
  for (const std::string& text : texts) {
    if (text.empty()) continue;
    if (!line.empty()) line += separator;
    line += text;
  }
  return line;
}

// "query 过高, key 合同: 0.25, correct"
std::string statement(const std::string& subject, const std::string& said) {
  return subject.empty() ? said : joined({subject + ":", said}, " ");
}

template <typename Key>
std::string word_for(const std::map<Key, std::string>& words, Key key) {
  const auto found = words.find(key);
  return found == words.end() ? std::string() : found->second;
}

std::string role_word(Role role, const Setting& setting) {
  if (role != Role::masked && role != Role::learner) return {};
  return word_for(setting.document.role_words, role);
}

std::string cell_line(const Table& table, const Row& row, std::size_t column, const Setting& setting) {
  const bool named = column < table.column_names.size() && !table.column_names[column].empty();
  const std::string row_name = row.name.empty() ? "" : joined({table.row_axis, row.name}, " ");
  const std::string column_name =
      named ? joined({table.column_axis, table.column_names[column]}, " ") : std::string();
  const std::string group = table.groups.empty() ? std::string() : table.groups[group_of(table, column)];
  const Cell& cell = row.cells[column];
  const std::string mark = cell.mark == Mark::none ? "" : word_for(setting.document.mark_words, cell.mark);
  return statement(joined({group, row_name, column_name}, ", "),
                   joined({cell.text, mark, role_word(cell.role, setting)}, ", "));
}

}  // namespace

Lines plain(const Heading& heading, const Setting&) {
  return one_line(heading.text);
}
Lines plain(const Paragraph& paragraph, const Setting&) {
  return one_line(paragraph.text);
}
Lines plain(const Formula& formula, const Setting&) {
  return one_line(formula.text);
}

// The sign stays unless it says nothing: it is all that tells a good note from a bad one.
Lines plain(const Note& note, const Setting& setting) {
  const bool speaks = note.text.empty() || note.kind == NoteKind::remark;
  Lines lines =
      one_line(speaks ? note.text : std::string(sign(note.kind, setting.options)) + " " + note.text);
  for (const std::string& detail : note.details) lines.push_back({{detail}});
  return lines;
}

Lines plain(const List& list, const Setting&) {
  Lines lines;
  for (const std::string& item : list.items) lines.push_back({{item}});
  return lines;
}

Lines plain(const Table& table, const Setting& setting) {
  Lines lines;
  for (const WorkedLine& worked : worked_lines(table, setting.options)) {
    lines.push_back({{worked.label.empty() ? worked.text : statement(worked.label, worked.text)}});
  }
  for (Line& caption : one_line(table.caption)) lines.push_back(std::move(caption));
  for (const Row& row : table.rows) {
    for (std::size_t column = 0; column < row.cells.size(); ++column) {
      lines.push_back({{cell_line(table, row, column, setting)}});
    }
  }
  return lines;
}

Lines plain(const Plot& plot, const Setting& setting) {
  Lines lines = one_line(plot.caption);
  for (const Plot::Series& series : plot.series) {
    for (const auto& [x, y] : series.points) {
      const std::string place = joined({plot.x_axis, point_text(x, setting.options)}, " ");
      const std::string value = joined({plot.y_axis, point_text(y, setting.options)}, " ");
      lines.push_back({{statement(joined({series.name, place}, ", "), value)}});
    }
  }
  return lines;
}

}  // namespace qkv::rendering
