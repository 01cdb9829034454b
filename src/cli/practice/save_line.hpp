// `save FILE` at a prompt.
#pragma once

#include <optional>
#include <string>

#include "qkv/system/system.hpp"

namespace qkv {

// The file behind the word `save`, in either language, without quotes around it and with ~/ as the home.
// Nothing: the line is something else, or the word alone.
std::optional<std::string> file_to_save_in(const std::string& line, const System& system);

}  // namespace qkv
