#pragma once

#include <string>
#include <vector>

namespace qkv {

// The same names, no two alike: those that occur more than once get an index, "的[1]" and "的[2]". An index
// whose result is itself in the list is passed over.
std::vector<std::string> unique_names(const std::vector<std::string>& names);

// t1, t2 …
std::vector<std::string> numbered_names(char letter, int count);

}  // namespace qkv
