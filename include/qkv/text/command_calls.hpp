// Commands of ours that a text names, in the form in which they work for this reader.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace qkv {

// Who had to ask for the language of the answers gets commands that ask for it as well.
struct CommandCalls {
  std::string options = {};                  // " --lang zh"; empty: commands are left as they are
  std::vector<std::string_view> names = {};  // of the commands: "walk", "check", …
};

// "qkv walk contract" → "qkv --lang zh walk contract", wherever a command of ours stands in the text.
std::string with_calls(std::string_view text, const CommandCalls& calls);

// A word of a command that is to be copied into a shell, in quotes where it needs them.
std::string shell_word(std::string_view word);
// The same of a file: one whose name begins with a dash is no option.
std::string file_word(std::string_view path);

}  // namespace qkv
