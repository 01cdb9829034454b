// Naming a single character in a message.
#pragma once

#include <string>

namespace qkv {

// "U+00B2": the Unicode notation, at least four hexadecimal digits.
std::string code_point_name(char32_t code_point);

// "“²” (U+00B2)"; only the name where the character itself would not show (controls, blanks, joiners, marks).
std::string code_point_text(char32_t code_point);

}  // namespace qkv
