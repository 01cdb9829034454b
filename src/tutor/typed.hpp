// What learners type where a word, a letter or a shape is meant.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "qkv/tutor/typed_word.hpp"

namespace qkv {

// Full-width forms and the brackets and commas of Chinese in ASCII, letters in lower case, what nobody sees
// gone, blanks single and none at the ends.
std::string folded(std::string_view text);

// Parted at blanks and commas of all kinds.
std::vector<std::string> folded_words(std::string_view text);

}  // namespace qkv
