// "Did you mean …": the nearest known word to a misspelt one.
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace qkv {

// The candidate with the smallest Damerau–Levenshtein distance (optimal string alignment, counted in code
// points, case of ASCII letters ignored), if that is close enough to be a slip of the fingers: at most a
// third of the longer word, at least 1, and something of the word must remain ("x" is not near "Q"). The
// first of equals wins. Empty if nothing is near.
std::string nearest(std::string_view word, std::span<const std::string_view> candidates);
std::string nearest(std::string_view word, std::span<const std::string> candidates);

}  // namespace qkv
