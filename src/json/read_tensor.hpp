// Nested lists of numbers, or of true and false.
#pragma once

#include <optional>
#include <string_view>

#include "qkv/base/tensor.hpp"
#include "reading.hpp"

namespace qkv {

enum class Element {
  number,             // finite
  number_or_blocked,  // finite or "-inf"
  flag,               // true or false, 1 or 0
  literal,            // finite, and a JSON number: what programs write for each other
  boolean,            // true or false alone
};

struct TensorForm {
  int least_depth = 2;  // nesting: 1 a list, 2 rows, 3 rows for every batch member, 4 for every head as well
  int most_depth = 4;
  Element element = Element::number;
  std::string_view type = "type.rows";  // what it must be, as a catalogue key
  bool holds_sentences = false;         // at depth 3 each part is a sentence of the batch
};

// A tensor of the depth that was written. Lists at the same depth must be equally long and none may be empty;
// every fault is reported. Nothing if anything in it is wrong.
std::optional<Tensor> read_tensor(Faults& faults, const Entry& entry, const TensorForm& form);

}  // namespace qkv
