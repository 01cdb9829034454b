// What can be seen in the texts of lessons and questions without understanding them.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace qkv {

// What stands between backquotes, sorted.
std::vector<std::string> code_in(std::string_view text);

// What stands behind "qkv" in a text, as in "type qkv walk contract --ascii": a command, or the verb of a
// sentence about it.
struct CommandInText {
  std::string word;
  std::vector<std::string> options;  // the long ones, without their dashes
};
std::vector<CommandInText> commands_in(std::string_view text);

// The numbers that both languages write in digits, sorted: those with a decimal point, and whole ones of two
// or three digits. One digit may be a word in one of the languages ("one", "两个"), and so may thousands
// ("两万").
std::vector<std::string> numbers_in(std::string_view text);

// How a text is read: in any case, without the blanks that part no words.
std::string as_read(std::string_view text);

// Sizes between brackets, with commas: "[B,H,T,D]", "[2, 3]", "[B,T,H·D]".
bool is_shape(std::string_view text);

}  // namespace qkv
