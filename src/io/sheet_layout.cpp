#include "sheet_layout.hpp"

#include <cassert>

#include "qkv/text/unicode.hpp"
#include "qkv/trace/labels.hpp"
#include "qkv/trace/pipeline.hpp"

namespace qkv::sheets {
namespace {

// Batch, head, row, column; an axis that the table lacks has the size 1.
struct Sizes {
  int batch, heads, rows, columns;
  bool has_head_axis;
};

Sizes sizes_of(const AnswerTable& table) {
  const Shape& shape = table.shape;
  if (table.step == Step::sum) return {shape[0], shape[1], shape[2], 1, true};
  if (shape.size() == 3) return {shape[0], 1, shape[1], shape[2], false};
  return {shape[0], shape[1], shape[2], shape[3], true};
}

LaidOutPart part_of(const Problem& problem, const AnswerTable& table, const Sizes& sizes, int batch,
                    int head) {
  LaidOutPart part{table.step, batch, head, sizes.batch > 1, sizes.heads > 1, sizes.has_head_axis, {}, {}};
  if (table.step != Step::sum) {
    for (int column = 0; column < sizes.columns; ++column) {
      part.columns.push_back(visible(column_name(problem, table.step, batch, column)));
    }
  }
  for (int row = 0; row < sizes.rows; ++row) {
    if (!is_asked_row(problem, table.step, batch, row)) continue;
    LaidOutRow laid{row, visible(row_name(problem, table.step, batch, row)), {}};
    const auto columns = static_cast<std::size_t>(sizes.columns);
    const auto first = static_cast<std::size_t>((batch * sizes.heads + head) * sizes.rows + row) * columns;
    for (std::size_t i = 0; i < columns; ++i) laid.cells.push_back(table.cells[first + i].written);
    part.rows.push_back(std::move(laid));
  }
  return part;
}

}  // namespace

std::vector<LaidOutPart> parts_of(const Problem& problem, const AnswerTable& table) {
  assert(table.shape == shape_of(problem, table.step));
  const Sizes sizes = sizes_of(table);
  std::vector<LaidOutPart> parts;
  for (int batch = 0; batch < sizes.batch; ++batch) {
    for (int head = 0; head < sizes.heads; ++head) {
      parts.push_back(part_of(problem, table, sizes, batch, head));
    }
  }
  return parts;
}

}  // namespace qkv::sheets
