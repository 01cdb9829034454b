// How much a test looks at. Instrumented, programs are ten times as slow: there the memory is looked at, and
// a few of the cases do; the numbers are all checked without.
#pragma once

#include <cstddef>
#include <vector>

namespace qkv::test {

inline constexpr bool thorough = QKV_THOROUGH;

// All of them, or every fifth.
template <typename T>
std::vector<T> looked_at(const std::vector<T>& all) {
  std::vector<T> some;
  for (std::size_t i = 0; i < all.size(); i += thorough ? 1 : 5) some.push_back(all[i]);
  return some;
}

}  // namespace qkv::test
