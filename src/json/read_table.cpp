#include "read_table.hpp"

#include <algorithm>
#include <utility>

namespace qkv {
namespace {

constexpr std::size_t most_axes = 4;

bool is_list(const JsonValue& value) {
  return value.is(JsonKind::array);
}

void add_cells(std::vector<std::size_t>& counts, std::size_t depth, std::size_t cells) {
  if (counts.size() <= depth) counts.resize(depth + 1);
  counts[depth] += cells;
}

// How many cells stand how deep: in [[1, 2], 3] two at depth 2 and one at depth 1. A null may be a blank cell
// or a blank row, and says nothing.
void count_cells(const JsonValue& value, std::size_t depth, std::vector<std::size_t>& counts,
                 std::size_t& deepest_list) {
  if (!is_list(value)) {
    if (!value.is(JsonKind::null)) add_cells(counts, depth, 1);
    return;
  }
  deepest_list = std::max(deepest_list, depth + 1);
  std::size_t cells = 0;
  for (const JsonValue& element : value.each_element()) {
    if (is_list(element)) {
      count_cells(element, depth + 1, counts, deepest_list);
    } else if (!element.is(JsonKind::null)) {
      ++cells;
    }
  }
  if (cells > 0) add_cells(counts, depth + 1, cells);
}

// How deep the table is nested: where most of its cells stand. A list in a single cell does not make another
// axis of the whole table. Of two depths with equally many cells, rows are likelier than the other.
std::size_t nesting(const JsonValue& table) {
  std::vector<std::size_t> counts;
  std::size_t deepest_list = 0;
  count_cells(table, 0, counts, deepest_list);
  if (counts.empty()) return deepest_list;
  std::size_t best = 0;
  for (std::size_t depth = 0; depth < counts.size(); ++depth) {
    if (counts[depth] == 0) continue;
    const bool likelier = best < 2 ? counts[depth] >= counts[best] : counts[depth] > counts[best];
    if (likelier) best = depth;
  }
  return best;
}

// The largest size on every axis. A value that stands where a list should is a list of one.
void measure(const JsonValue& value, std::size_t axis, std::vector<std::size_t>& sizes) {
  if (axis == sizes.size()) return;
  if (!is_list(value)) {
    for (std::size_t i = axis; i < sizes.size(); ++i) sizes[i] = std::max<std::size_t>(sizes[i], 1);
    return;
  }
  sizes[axis] = std::max(sizes[axis], value.size());
  if (axis + 1 == sizes.size()) return;
  for (const JsonValue& element : value.each_element()) measure(element, axis + 1, sizes);
}

std::string written_in(const JsonValue& value) {
  switch (value.kind()) {
    case JsonKind::null:
      return {};
    case JsonKind::number:
      return std::string(value.number_text());
    case JsonKind::string:
      return value.string();
    case JsonKind::boolean:
    case JsonKind::array:
    case JsonKind::object:
      return value.excerpt();
  }
  return {};
}

class CellReader {
 public:
  CellReader(Faults& faults, const Entry& table, std::vector<std::size_t> sizes,
             std::vector<AnswerCell>& cells)
      : faults_(faults), table_(table), sizes_(std::move(sizes)), cells_(cells) {}

  void read(const JsonValue& value, std::size_t axis) {
    if (axis == sizes_.size()) return add_cell(value);
    // A null in place of a row is a blank row.
    if (value.is(JsonKind::null)) return pad(value, axis, 1);
    if (!is_list(value)) {
      report(value, axis, 1);
      read(value, axis + 1);
      return pad(value, axis + 1, sizes_[axis] - 1);
    }
    const std::size_t count = value.size();
    if (count != sizes_[axis]) report(value, axis, count);
    path_.push_back(0);
    if (axis + 1 == sizes_.size()) {
      read_cells(value);
    } else {
      for (const JsonValue& element : value.each_element()) {
        read(element, axis + 1);
        ++path_.back();
      }
    }
    path_.pop_back();
    if (count != sizes_[axis]) pad(value, axis + 1, sizes_[axis] - count);
  }

 private:
  void read_cells(const JsonValue& row) {
    for (const JsonValue& element : row.each_element()) {
      add_cell(element);
      ++path_.back();
    }
  }

  void add_cell(const JsonValue& value) {
    if (is_list(value)) faults_.add(here(value), "answers.list-in-cell");
    cells_.push_back({written_in(value), value.bare_place()});
  }

  // That many blank parts of the table, each from the given axis on.
  void pad(const JsonValue& value, std::size_t axis, std::size_t parts) {
    for (std::size_t i = axis; i < sizes_.size(); ++i) parts *= sizes_[i];
    if (parts == 0) return;
    AnswerCell blank;
    blank.place = value.bare_place();
    cells_.insert(cells_.end(), parts, blank);
  }

  void report(const JsonValue& value, std::size_t axis, std::size_t found) {
    if (axis + 1 < sizes_.size() && !is_list(value)) return;  // said once, for the innermost list
    const char* code = !is_list(value)             ? "answers.no-row"
                       : axis + 1 == sizes_.size() ? "answers.ragged"
                                                   : "answers.ragged-part";
    faults_.add(
        here(value), code,
        {argument("found", static_cast<long long>(found)),
         argument("expected", static_cast<long long>(sizes_[axis])), argument("text", value.excerpt())});
  }

  Entry here(const JsonValue& value) const {
    std::string pointer = table_.pointer;
    for (const std::size_t index : path_) pointer = pointer_join(pointer, index);
    return {value, std::move(pointer), table_.name};
  }

  Faults& faults_;
  const Entry& table_;
  std::vector<std::size_t> sizes_;
  std::vector<std::size_t> path_;  // the index in each list that is being read, from the table inwards
  std::vector<AnswerCell>& cells_;
};

// The product of the sizes if it is at most `most`.
std::optional<std::size_t> cells_within(const std::vector<std::size_t>& sizes, std::size_t most) {
  std::size_t cells = 1;
  for (std::size_t size : sizes) {
    if (size > most / cells) return std::nullopt;
    cells *= std::max<std::size_t>(size, 1);
  }
  return cells;
}

}  // namespace

std::optional<AnswerTable> read_answer_table(Faults& faults, const Entry& entry, Step step,
                                             std::size_t& room) {
  if (!expect(faults, entry, JsonKind::array, "type.answer-table")) return std::nullopt;
  const std::size_t axes = nesting(entry.value);
  if (axes > most_axes) {
    faults.add(entry, "answers.too-deep", {argument("limit", static_cast<long long>(most_axes))});
    return std::nullopt;
  }
  std::vector<std::size_t> sizes(axes, 0);
  measure(entry.value, 0, sizes);
  if (std::ranges::find(sizes, 0U) != sizes.end()) {
    faults.add(entry, "answers.empty-table");
    return std::nullopt;
  }
  const std::optional<std::size_t> count = cells_within(sizes, room);
  if (!count) {
    faults.add(entry, "answers.too-many-cells",
               {argument("limit", static_cast<long long>(most_answer_cells))});
    return std::nullopt;
  }
  room -= *count;
  AnswerTable table;
  table.step = step;
  for (std::size_t size : sizes) table.shape.push_back(static_cast<int>(size));
  table.cells.reserve(*count);
  table.place = entry.value.place(entry.pointer);
  CellReader(faults, entry, std::move(sizes), table.cells).read(entry.value, 0);
  return table;
}

}  // namespace qkv
