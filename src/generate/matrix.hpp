// Small matrices of one head, as rows of numbers.
#pragma once

#include <vector>

#include "qkv/base/tensor.hpp"

namespace qkv::generating {

using Matrix = std::vector<std::vector<double>>;

struct Columns {
  int first = 0;
  int count = 0;
};

// Columns of the last axis; all other axes count as rows.
Matrix block_of(const Tensor& tensor, Columns columns);
Matrix product(const Matrix& a, const Matrix& b);
// Q Kᵀ.
Matrix scores_of(const Matrix& queries, const Matrix& keys);

// No row is all 0, and no two are the same.
bool rows_differ(const Matrix& rows);
// Neither a row nor a column is all 0.
bool all_used(const Matrix& rows);
// No column has the same number in every row.
bool columns_vary(const Matrix& rows);

}  // namespace qkv::generating
