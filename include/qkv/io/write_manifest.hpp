// The manifest of a class, as read_manifest() reads it.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "qkv/io/read_manifest.hpp"

namespace qkv {

// The whole file. It begins with a byte order mark where names need it: spreadsheet programs would take them
// for another encoding.
std::string manifest_csv(const std::vector<Assignment>& assignments);

// The text of a manifest that is there already, with more lines at its end; those there stay as they are.
// Columns may have another order, and more of them stay blank. Nothing if it lacks one that a line needs, or
// has another separator or another encoding.
std::optional<std::string> with_assignments(std::string manifest, const std::vector<Assignment>& more);

}  // namespace qkv
