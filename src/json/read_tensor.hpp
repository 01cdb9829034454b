#pragma once

#include <optional>

#include "qkv/base/tensor.hpp"
#include "reading.hpp"

namespace qkv {

// A list of equally long rows of numbers. [rows, columns]; nothing if anything in it is wrong.
std::optional<Tensor> read_matrix(Faults& faults, const Entry& entry);

}  // namespace qkv
