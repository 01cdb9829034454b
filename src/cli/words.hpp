// Names and words in messages.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "qkv/system/system.hpp"

namespace qkv {

// The candidate that was probably meant: the nearest one, or the first that begins with the word. Empty:
// none.
std::string suggest(std::string_view word, std::span<const std::string> candidates);

// "a, b, c"
std::string joined(std::span<const std::string> words);

// What the user typed, fit for a message: control characters shown, cut when very long.
std::string shown(std::string_view word);

// The text in lines of at most that many columns, not broken inside a command such as "qkv walk contract" or
// "qkv practice --session FILE", if that has room in a line.
std::vector<std::string> wrap_around_commands(std::string_view text, int width);

// A message in that many columns, if it is for a terminal. Its first line is wrapped, unless it begins with a
// file name that is wider; what can be copied from those below it (an excerpt, a suggestion) stays whole.
std::string fitted(const std::string& text, std::optional<int> width);

// A message for standard error, fitted to the terminal if that is one. The line break at its end is added.
void tell(const System& system, const std::string& text);

}  // namespace qkv
