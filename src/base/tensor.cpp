#include "qkv/base/tensor.hpp"

#include <cassert>
#include <utility>

namespace qkv {
namespace {

template <typename Index>
std::size_t row_major_offset(const Shape& shape, const Index& index) {
  assert(index.size() == shape.size());
  std::size_t offset = 0;
  auto size = shape.begin();
  for (int i : index) {
    assert(i >= 0 && i < *size);
    offset = offset * static_cast<std::size_t>(*size++) + static_cast<std::size_t>(i);
  }
  return offset;
}

}  // namespace

std::size_t element_count(const Shape& shape) {
  std::size_t count = 1;
  for (int size : shape) count *= static_cast<std::size_t>(size);
  return count;
}

std::string shape_text(const Shape& shape) {
  std::string text = "[";
  for (int size : shape) {
    if (text.size() > 1) text += ", ";
    text += std::to_string(size);
  }
  return text + "]";
}

std::size_t flat_index(const Shape& shape, const std::vector<int>& index) {
  return row_major_offset(shape, index);
}

std::vector<int> index_at(const Shape& shape, std::size_t flat) {
  assert(flat < element_count(shape));
  std::vector<int> index(shape.size());
  for (std::size_t axis = shape.size(); axis-- > 0;) {
    index[axis] = static_cast<int>(flat % static_cast<std::size_t>(shape[axis]));
    flat /= static_cast<std::size_t>(shape[axis]);
  }
  return index;
}

CellIndex::CellIndex(const Shape& shape, std::size_t flat) : size_(shape.size()) {
  assert(size_ <= most_axes && flat < element_count(shape));
  for (std::size_t axis = size_; axis-- > 0;) {
    axes_[axis] = static_cast<int>(flat % static_cast<std::size_t>(shape[axis]));
    flat /= static_cast<std::size_t>(shape[axis]);
  }
}

std::size_t flat_index(const Shape& shape, const CellIndex& index) {
  return row_major_offset(shape, index);
}

Tensor::Tensor(Shape shape, double fill) : shape_(std::move(shape)), values_(element_count(shape_), fill) {}

Tensor::Tensor(Shape shape, std::vector<double> values)
    : shape_(std::move(shape)), values_(std::move(values)) {
  assert(values_.size() == element_count(shape_));
}

std::size_t Tensor::offset(std::initializer_list<int> index) const {
  return row_major_offset(shape_, index);
}
std::size_t Tensor::offset(const std::vector<int>& index) const {
  return row_major_offset(shape_, index);
}

}  // namespace qkv
