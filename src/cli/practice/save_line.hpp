// `save FILE` at a prompt.
#pragma once

#include <optional>
#include <string>

#include "qkv/system/system.hpp"

namespace qkv {

// The file behind the word `save`, in either language, without quotes around it, with ~/ as the home, and
// without a "to" before it that is not in quotes. Empty: none is named, as in `save ''`.
// Nothing: the line is something else, or the word alone.
std::optional<std::string> file_to_save_in(const std::string& line, const System& system);

// The name of a file as it has to stand behind the word, in quotes where it would be read otherwise.
std::string name_to_type(const std::string& path, const System& system);

}  // namespace qkv
