// The whole program, but for the process around it.
#pragma once

#include <string>
#include <vector>

#include "qkv/system/system.hpp"

namespace qkv {

// Runs one command line (without the program's name) and returns the exit code. Results go to standard
// output, everything else to standard error. No exception leaves it.
int run_qkv(const std::vector<std::string>& words, const System& system);

}  // namespace qkv
