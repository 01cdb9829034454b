// Numbers as they were written, rearranged but never calculated with: what a case carries reaches the problem
// file digit for digit.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "qkv/json/value.hpp"

namespace qkv::conformance {

// Row major, one text per cell: "0.25", "-1e-300", "\"-inf\"".
struct Block {
  std::vector<int> shape;
  std::vector<std::string> cells;

  int rank() const { return static_cast<int>(shape.size()); }
  int columns() const { return shape.back(); }
};

// Nested arrays; null stands for −∞ in what is added to scores.
Block block_of(const JsonValue& value);
// Nested arrays again.
std::string json_of(const Block& block);

Block reshaped(Block block, std::vector<int> shape);
// [a, b] → [b, a]
Block transposed(const Block& block);
// Columns from, from + 1, … of the last axis.
Block columns_of(const Block& block, int from, int count);
// Along the last axis; all other axes agree.
Block side_by_side(const Block& left, const Block& right);
// Rows of a matrix under those of another.
Block one_under_the_other(const Block& above, const Block& below);

Block zeros(int rows, int columns);
Block identity(int size);

}  // namespace qkv::conformance
