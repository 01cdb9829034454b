#include "read_tensor.hpp"

#include <algorithm>
#include <utility>

namespace qkv {
namespace {

bool is_list(const JsonValue& value) {
  return value.is(JsonKind::array);
}

// Whether the value has the form of a matrix at all: a list of lists that hold no further lists.
bool is_list_of_rows(Faults& faults, const Entry& entry) {
  if (!expect(faults, entry, JsonKind::array, "type.rows")) return false;
  const std::vector<JsonValue> rows = entry.value.elements();
  if (rows.empty()) {
    faults.add(entry, "matrix.empty");
    return false;
  }
  if (std::ranges::none_of(rows, is_list)) {
    faults.add(entry, "matrix.flat", {argument("text", entry.value.excerpt())});
    return false;
  }
  for (const JsonValue& row : rows) {
    if (is_list(row) && row.size() > 0 && is_list(row.elements().front())) {
      faults.add(entry, "later.batches", {argument_key("expected", "type.rows")});
      return false;
    }
  }
  return true;
}

}  // namespace

std::optional<Tensor> read_matrix(Faults& faults, const Entry& entry) {
  const std::size_t faults_before = faults.count();
  if (!is_list_of_rows(faults, entry)) return std::nullopt;
  const std::vector<JsonValue> rows = entry.value.elements();
  std::optional<std::size_t> columns;  // of the first row that is one: the others are measured against it
  long long measure = 0;               // its number
  std::vector<double> values;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const Entry row = element_entry(entry, rows[i], i);
    if (!expect(faults, row, JsonKind::array, "type.row")) continue;
    const std::vector<JsonValue> cells = row.value.elements();
    const auto number = static_cast<long long>(i + 1);
    if (cells.empty()) {
      faults.add(row, "matrix.empty-row", {argument("row", number)});
      continue;
    }
    if (!columns) {
      columns = cells.size();
      measure = number;
    }
    if (cells.size() != *columns) {
      faults.add(row, "matrix.ragged",
                 {argument("row", number), argument("found", static_cast<long long>(cells.size())),
                  argument("other_row", measure), argument("expected", static_cast<long long>(*columns))});
    }
    for (std::size_t j = 0; j < cells.size(); ++j) {
      values.push_back(read_finite_number(faults, element_entry(row, cells[j], j)).value_or(0.0));
    }
  }
  if (faults.count() != faults_before) return std::nullopt;
  return Tensor({static_cast<int>(rows.size()), static_cast<int>(*columns)}, std::move(values));
}

}  // namespace qkv
