// What every form of a table needs to know: its worked lines, and which columns belong together.
#include <algorithm>

#include "text_blocks.hpp"
#include "text_glyphs.hpp"

namespace qkv::rendering {
namespace {

// Which cell a worked line is about: its row and its column, or only what tells the lines apart.
std::string label_of(const Table& table, const Row& row, std::size_t column, const Glyphs& glyphs) {
  if (!table.label_worked) return {};
  const bool several_columns = row.cells.size() > 1;
  if (!row.worked.empty() || !several_columns) return table.rows.size() > 1 ? row.name : std::string();
  const std::string name = column < table.column_names.size() ? table.column_names[column] : std::string();
  return table.rows.size() > 1 ? row.name + std::string(glyphs.between_names) + name : name;
}

}  // namespace

std::size_t group_of(const Table& table, std::size_t column) {
  return column / std::max<std::size_t>(table.column_names.size() / table.groups.size(), 1);
}

std::vector<WorkedLine> worked_lines(const Table& table, const TextOptions& options) {
  std::vector<WorkedLine> lines;
  if (!options.worked) return lines;
  const Glyphs& glyphs = glyphs_for(options);
  for (const Row& row : table.rows) {
    if (!row.worked.empty()) {
      lines.push_back({label_of(table, row, 0, glyphs), row.worked});
      continue;
    }
    for (std::size_t at = 0; at < row.cells.size(); ++at) {
      if (!row.cells[at].worked.empty())
        lines.push_back({label_of(table, row, at, glyphs), row.cells[at].worked});
    }
  }
  return lines;
}

}  // namespace qkv::rendering
