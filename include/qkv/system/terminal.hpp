// What a descriptor is connected to.
#pragma once

#include <optional>
#include <string>

namespace qkv {

struct Terminal {
  bool is_terminal = false;
  int width = 0;   // columns; only of a terminal, at least 1
  int height = 0;  // lines; the same
};

// The height is what the terminal says, else 24. The width is what the user says in COLUMNS, else what the
// terminal says, else 80. Without a terminal COLUMNS means nothing: a pipe has no width.
Terminal terminal_of(int descriptor, const std::optional<std::string>& columns);

}  // namespace qkv
