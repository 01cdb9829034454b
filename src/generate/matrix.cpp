#include "matrix.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace qkv::generating {

Matrix block_of(const Tensor& tensor, Columns columns) {
  const auto width = static_cast<std::size_t>(tensor.shape().back());
  Matrix rows;
  for (std::size_t flat = 0; flat < tensor.values().size(); flat += width) {
    const auto begin = tensor.values().begin() + static_cast<std::ptrdiff_t>(flat) + columns.first;
    rows.emplace_back(begin, begin + columns.count);
  }
  return rows;
}

Matrix product(const Matrix& a, const Matrix& b) {
  Matrix rows;
  for (const std::vector<double>& row : a) {
    std::vector<double> out(b.front().size(), 0.0);
    for (std::size_t i = 0; i < row.size(); ++i) {
      for (std::size_t j = 0; j < out.size(); ++j) out[j] += row[i] * b[i][j];
    }
    rows.push_back(std::move(out));
  }
  return rows;
}

Matrix scores_of(const Matrix& queries, const Matrix& keys) {
  Matrix rows;
  for (const std::vector<double>& query : queries) {
    std::vector<double> row;
    for (const std::vector<double>& key : keys) {
      row.push_back(std::inner_product(query.begin(), query.end(), key.begin(), 0.0));
    }
    rows.push_back(std::move(row));
  }
  return rows;
}

namespace {

bool is_zero(const std::vector<double>& row) {
  return std::ranges::all_of(row, [](double value) { return value == 0; });
}

}  // namespace

bool all_used(const Matrix& rows) {
  std::vector<double> largest(rows.front().size(), 0.0);
  for (const std::vector<double>& row : rows) {
    if (is_zero(row)) return false;
    for (std::size_t i = 0; i < row.size(); ++i) largest[i] = std::max(largest[i], std::fabs(row[i]));
  }
  return std::ranges::find(largest, 0.0) == largest.end();
}

bool rows_differ(const Matrix& rows) {
  for (auto row = rows.begin(); row != rows.end(); ++row) {
    if (is_zero(*row) || std::find(rows.begin(), row, *row) != row) return false;
  }
  return true;
}

bool columns_vary(const Matrix& rows) {
  for (std::size_t column = 0; column < rows.front().size(); ++column) {
    const bool same = std::ranges::all_of(
        rows, [&](const std::vector<double>& row) { return row[column] == rows.front()[column]; });
    if (same) return false;
  }
  return true;
}

}  // namespace qkv::generating
