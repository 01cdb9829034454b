// Tables that mistakes would give, kept for the next sheet with the same tables before them.
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <unordered_map>
#include <vector>

#include "qkv/base/tensor.hpp"
#include "run.hpp"

namespace qkv::grading {

// What one way to make a mistake would give in a table, calculated in one manner.
struct Trial {
  Tensor mistaken;
  const Tensor* right;  // the same without the mistake
  bool is_misshapen;    // the mistake gives the table another shape
};

// One after the other, as far as they were needed.
struct TrialsOfWay {
  std::vector<Trial> found;
  std::size_t manners = 0;  // so many were looked at
  bool ended = false;
};

// Of one table.
struct Trials {
  std::vector<TrialsOfWay> ways;  // of all mistakes that can be made in the problem, in order
  PerManner<std::unique_ptr<Tensor>> right;
};

// Trials by all that they depend on. Keys are compared as a whole, so that what is found never depends on
// what else was graded. Those that were met again stay, others are forgotten when there are too many.
class TrialShelf {
 public:
  // Empty ones if there were none. Valid as long as the next few are asked for.
  Trials& of(const std::string& key);

 private:
  using Shelf = std::unordered_map<std::string, std::unique_ptr<Trials>>;

  Shelf young_;
  Shelf old_;
};

}  // namespace qkv::grading
