// A dense block of numbers with named-by-position axes, row major: the last axis varies fastest.
#pragma once

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
