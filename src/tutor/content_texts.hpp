// What can be seen in the texts of lessons and questions without understanding them.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace qkv {

// What stands between backquotes, sorted.
std::vector<std::string> code_in(std::string_view text);

// The words behind "qkv" in a text, as in "type qkv walk contract": commands, or the verbs of sentences about
// it.
std::vector<std::string> words_behind_qkv(std::string_view text);

// The numbers that both languages write in digits, sorted: those with a decimal point, and whole ones of two
// or three digits. One digit may be a word in one of the languages ("one", "两个"), and so may thousands
// ("两万").
std::vector<std::string> numbers_in(std::string_view text);

// How a text is read: in any case, without the blanks that part no words.
std::string as_read(std::string_view text);

// Sizes between brackets, with commas: "[B,H,T,D]", "[2, 3]", "[B,T,H·D]".
bool is_shape(std::string_view text);

}  // namespace qkv
