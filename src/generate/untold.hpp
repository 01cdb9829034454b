// What would show mistakes that the asked tables do not show: more tables, more decimals.
#pragma once

#include <vector>

#include "qkv/generate/lint.hpp"

namespace qkv::linting {

struct Untold {
  std::vector<std::string_view> hidden;
  std::vector<std::string_view> unnamed;
  std::vector<ConfusedPair> pairs;
};

// One cause "table-not-asked" for each table, each thing with the first that would tell, and one
// "few-decimals" for what no table tells, but the same tables with one or two decimals more. Takes out of the
// list what it explains.
std::vector<Cause> causes_in_what_is_asked(const Problem& problem, Untold& untold);

}  // namespace qkv::linting
