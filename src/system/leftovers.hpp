// Temporary files beside a file that is written whole or not at all.
#pragma once

#include <string>

namespace qkv {

// The one of this process. Its name fits wherever that of the file does.
std::string temporary_of(const std::string& path);

// Removes those of processes that do not run any more: they were killed before they were done.
void remove_leftovers(const std::string& path);

}  // namespace qkv
