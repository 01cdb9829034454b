#include "elide.hpp"

#include <algorithm>
#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace qkv {
namespace {

// What is kept of each axis; one more than that is shown whole, since … takes a place as well.
constexpr std::size_t first_kept = 8;
constexpr std::size_t last_kept = 3;
const std::string left_out = "…";

template <typename Item>
void cut(std::vector<Item>& items, Item between) {
  if (items.size() <= first_kept + last_kept + 1) return;
  const auto from = items.begin() + first_kept;
  items.erase(from, items.end() - last_kept);
  items.insert(items.begin() + first_kept, std::move(between));
}

}  // namespace

void elide(Table& table) {
  // A row without cells would be cut at another place than the names of the columns.
  const std::size_t columns = table.column_names.size();
  cut(table.column_names, left_out);
  for (Row& row : table.rows) {
    if (row.cells.size() == columns) cut(row.cells, Cell{.text = left_out});
  }
  Row between{.name = left_out};
  between.cells.assign(table.column_names.size(), Cell{.text = left_out});
  cut(table.rows, std::move(between));
}

void elide_tables(Document& document) {
  for (Section& section : document.sections) {
    for (Block& block : section.blocks) {
      if (auto* table = std::get_if<Table>(&block)) elide(*table);
    }
  }
}

}  // namespace qkv
