#include "conformance/block.hpp"

#include <cassert>

namespace qkv::conformance {
namespace {

void append(const JsonValue& value, std::size_t depth, Block& block) {
  if (!value.is(JsonKind::array)) {
    block.cells.push_back(value.is(JsonKind::null) ? "\"-inf\"" : std::string(value.number_text()));
    return;
  }
  if (depth == block.shape.size()) block.shape.push_back(static_cast<int>(value.size()));
  for (const JsonValue& element : value.elements()) append(element, depth + 1, block);
}

std::string write(const Block& block, std::size_t axis, std::size_t& next) {
  if (axis == block.shape.size()) return block.cells[next++];
  std::string text = "[";
  for (int i = 0; i < block.shape[axis]; ++i) {
    if (i > 0) text += ", ";
    text += write(block, axis + 1, next);
  }
  return text + "]";
}

std::size_t count_of(const std::vector<int>& shape) {
  std::size_t count = 1;
  for (const int size : shape) count *= static_cast<std::size_t>(size);
  return count;
}

}  // namespace

Block block_of(const JsonValue& value) {
  Block block;
  append(value, 0, block);
  assert(block.cells.size() == count_of(block.shape));
  return block;
}

std::string json_of(const Block& block) {
  std::size_t next = 0;
  return write(block, 0, next);
}

Block reshaped(Block block, std::vector<int> shape) {
  assert(count_of(shape) == block.cells.size());
  block.shape = std::move(shape);
  return block;
}

Block transposed(const Block& block) {
  assert(block.rank() == 2);
  const auto rows = static_cast<std::size_t>(block.shape[0]);
  const auto columns = static_cast<std::size_t>(block.shape[1]);
  Block result{{block.shape[1], block.shape[0]}, {}};
  for (std::size_t column = 0; column < columns; ++column) {
    for (std::size_t row = 0; row < rows; ++row) result.cells.push_back(block.cells[row * columns + column]);
  }
  return result;
}

Block columns_of(const Block& block, int from, int count) {
  assert(from + count <= block.columns());
  Block result{block.shape, {}};
  result.shape.back() = count;
  for (std::size_t i = 0; i < block.cells.size(); ++i) {
    const int column = static_cast<int>(i) % block.columns();
    if (column >= from && column < from + count) result.cells.push_back(block.cells[i]);
  }
  return result;
}

Block side_by_side(const Block& left, const Block& right) {
  Block result{left.shape, {}};
  result.shape.back() = left.columns() + right.columns();
  assert(count_of(result.shape) == left.cells.size() + right.cells.size());
  auto from_left = left.cells.begin();
  auto from_right = right.cells.begin();
  while (from_left != left.cells.end()) {
    for (int i = 0; i < left.columns(); ++i) result.cells.push_back(*from_left++);
    for (int i = 0; i < right.columns(); ++i) result.cells.push_back(*from_right++);
  }
  return result;
}

Block one_under_the_other(const Block& above, const Block& below) {
  assert(above.rank() == 2 && below.rank() == 2 && above.columns() == below.columns());
  Block result{{above.shape[0] + below.shape[0], above.columns()}, above.cells};
  result.cells.insert(result.cells.end(), below.cells.begin(), below.cells.end());
  return result;
}

Block zeros(int rows, int columns) {
  const std::vector<int> shape = {rows, columns};
  return {shape, std::vector<std::string>(count_of(shape), "0")};
}

Block identity(int size) {
  Block result = zeros(size, size);
  for (int i = 0; i < size; ++i)
    result.cells[static_cast<std::size_t>(i) * static_cast<std::size_t>(size + 1)] = "1";
  return result;
}

}  // namespace qkv::conformance
