// Names and words in messages.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace qkv {

// The candidate that was probably meant: the nearest one, or the first that begins with the word. Empty:
// none.
std::string suggest(std::string_view word, std::span<const std::string> candidates);

// "a, b, c"
std::string joined(std::span<const std::string> words);

// What the user typed, fit for a message: control characters shown, cut when very long.
std::string shown(std::string_view word);

// The text in lines of at most that many columns, never broken after "qkv" or inside "qkv walk contract".
std::vector<std::string> wrap_around_commands(std::string_view text, int width);

}  // namespace qkv
