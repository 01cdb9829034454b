// What read_number() sees of a text: folded, with invisible marks gone, every character still knowing its
// place.
#pragma once

#include <array>
#include <string_view>

#include "qkv/base/number.hpp"

namespace qkv::detail {

// Full-width forms, blanks and dashes as ASCII; every other character as it is.
char32_t fold_character(char32_t c);
// What clings to numbers that were copied from somewhere and shows nothing.
bool is_invisible(char32_t c);

inline constexpr int longest_number = 200;  // characters

struct Character {
  char32_t folded;  // after full-width forms, blanks and dashes have become ASCII
  char32_t given;
  int position;  // in the text as given, from 1
};

struct Characters {
  std::array<Character, longest_number> list;
  int count = 0;
  int end_position = 1;  // one past the last character of the text as given
};

// False, and what is wrong, for a text that is too long or not UTF-8.
bool fold_characters(std::string_view text, Characters& characters, Unreadable& problem);

}  // namespace qkv::detail
