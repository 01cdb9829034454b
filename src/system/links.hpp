// Where a name leads.
#pragma once

#include <string>

namespace qkv {

// The file that a chain of symbolic links leads to, also when nothing is there yet; the path itself where it
// is no link. What is put under that name leaves the links as they are.
std::string target_of(const std::string& path);

bool is_link(const std::string& path);

// "." for a name without a slash.
std::string folder_of(const std::string& path);

}  // namespace qkv
