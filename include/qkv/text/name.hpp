// What may serve as a name: of a problem, a token, a learner.
#pragma once

#include <optional>
#include <string_view>

#include "qkv/base/result.hpp"

namespace qkv {

// The widest names, in terminal columns.
inline constexpr int name_columns = 64;
inline constexpr int title_columns = 200;

// Nothing for a text that shows something and is at most that wide; else name.empty, name.invisible,
// name.too-long or name.too-many-characters, without a place.
std::optional<Diagnostic> name_fault(std::string_view name, int columns);

}  // namespace qkv
