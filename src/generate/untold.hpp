// What would show mistakes that the asked tables do not show: more tables, more decimals.
#pragma once

#include <algorithm>
#include <string_view>
#include <vector>

#include "qkv/generate/lint.hpp"

namespace qkv::linting {

struct Untold {
  std::vector<std::string_view> hidden;
  std::vector<std::string_view> unnamed;
  std::vector<ConfusedPair> pairs;
};

// Takes out of the list what the test holds of.
template <typename T, typename Test>
std::vector<T> taken(std::vector<T>& list, const Test& test) {
  const auto rest =
      std::stable_partition(list.begin(), list.end(), [&](const T& each) { return !test(each); });
  std::vector<T> result(rest, list.end());
  list.erase(rest, list.end());
  return result;
}

// One cause "table-not-asked" for each table, each thing with the first that would tell, and one
// "few-decimals" for what no table tells, but the same tables with one or two decimals more. Takes out of the
// list what it explains.
std::vector<Cause> causes_in_what_is_asked(const Problem& problem, Untold& untold);

}  // namespace qkv::linting
