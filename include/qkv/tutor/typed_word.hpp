// A word that is typed where one of a few is meant.
#pragma once

#include <string_view>

namespace qkv {

// Whether the text is one of the words that stand under that key in the catalogue, in either language; letter
// case, full-width forms and blanks around it do not matter.
bool is_word_of(std::string_view text, std::string_view key);

}  // namespace qkv
