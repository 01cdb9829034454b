// What stands under a name without being a file or a folder.
#pragma once

#include <optional>
#include <string>
#include <sys/stat.h>

#include "qkv/base/result.hpp"

namespace qkv {

// Whether the name stands for something that is open already: /dev/stdout, /dev/fd/63.
bool names_open_descriptor(const std::string& path);

// Why it is not used like a file: a pipe with a name keeps whoever opens it until somebody comes to its other
// end, a disk would be read or written without end. Nothing: a file, a folder, a device such as /dev/null, or
// what is open already. Fault: file.special.
std::optional<Diagnostic> special_fault(const struct stat& facts, const std::string& path);

}  // namespace qkv
