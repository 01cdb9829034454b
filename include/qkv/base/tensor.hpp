// A dense block of numbers with named-by-position axes, row major: the last axis varies fastest.
#pragma once

#include <array>
#include <cstddef>
#include <initializer_list>
#include <string>
#include <vector>

namespace qkv {

using Shape = std::vector<int>;

std::size_t element_count(const Shape& shape);

// "[1, 1, 3, 2]"
std::string shape_text(const Shape& shape);

// Row major: where an index lies, and the index that lies there. Asserts on rank and range.
std::size_t flat_index(const Shape& shape, const std::vector<int>& index);
std::vector<int> index_at(const Shape& shape, std::size_t flat);

// An index on up to four axes, the most that a table of this program has: for places where there are so many
// that a vector each would cost more than all the rest.
class CellIndex {
 public:
  static constexpr std::size_t most_axes = 4;

  CellIndex() = default;
  CellIndex(const Shape& shape, std::size_t flat);  // as index_at(); asserts on rank and range

  std::size_t size() const { return size_; }
  const int* data() const { return axes_.data(); }
  const int* begin() const { return axes_.data(); }
  const int* end() const { return axes_.data() + size_; }
  int operator[](std::size_t axis) const { return axes_[axis]; }
  int front() const { return axes_.front(); }
  int back() const { return axes_[size_ - 1]; }
  operator std::vector<int>() const { return {begin(), end()}; }

  friend bool operator==(const CellIndex&, const CellIndex&) = default;

 private:
  std::array<int, most_axes> axes_{};  // 0 beyond the size
  std::size_t size_ = 0;
};
std::size_t flat_index(const Shape& shape, const CellIndex& index);

class Tensor {
 public:
  Tensor() = default;
  explicit Tensor(Shape shape, double fill = 0.0);
  Tensor(Shape shape, std::vector<double> values);  // asserts that the sizes agree

  const Shape& shape() const { return shape_; }
  int rank() const { return static_cast<int>(shape_.size()); }
  int size(int axis) const { return shape_[static_cast<std::size_t>(axis)]; }
  const std::vector<double>& values() const { return values_; }
  std::vector<double>& values() { return values_; }

  // The number at one index per axis; asserts on rank and range.
  double at(std::initializer_list<int> index) const { return values_[offset(index)]; }
  double& at(std::initializer_list<int> index) { return values_[offset(index)]; }
  double at(const std::vector<int>& index) const { return values_[offset(index)]; }

  friend bool operator==(const Tensor&, const Tensor&) = default;

 private:
  std::size_t offset(std::initializer_list<int> index) const;
  std::size_t offset(const std::vector<int>& index) const;

  Shape shape_;
  std::vector<double> values_;
};

}  // namespace qkv
