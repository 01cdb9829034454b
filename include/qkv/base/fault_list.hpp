// Collects the faults of one file.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "qkv/base/result.hpp"

namespace qkv {

// A file in which every number is wrong gets the first hundred faults, and one more that counts the rest.
class FaultList {
 public:
  void add(Diagnostic fault);
  // How many so far, the uncollected ones included.
  std::size_t count() const { return count_; }
  // Whether the next one would be kept: its place need not be found out if not.
  bool has_room() const;
  // In the order of their places.
  std::vector<Diagnostic> take(const std::string& file);

 private:
  std::vector<Diagnostic> faults_;
  std::size_t count_ = 0;
};

}  // namespace qkv
