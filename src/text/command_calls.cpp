#include "qkv/text/command_calls.hpp"

#include <algorithm>

namespace qkv {
namespace {

constexpr std::string_view program = "qkv";

bool is_part_of_word(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '-' ||
         c == '.' || c == '/';
}

bool begins_command(std::string_view text, const CommandCalls& calls) {
  if (text.empty() || text.front() != ' ') return false;
  text.remove_prefix(1);
  const auto end = std::ranges::find_if_not(text, is_part_of_word);
  const std::string_view word = text.substr(0, static_cast<std::size_t>(end - text.begin()));
  return std::ranges::find(calls.names, word) != calls.names.end();
}

}  // namespace

std::string shell_word(std::string_view word) {
  constexpr std::string_view special = " \t\n'\"\\$&|;<>()*?[]{}~#!`";
  if (!word.empty() && word.find_first_of(special) == std::string_view::npos) return std::string(word);
  std::string text = "'";
  for (const char c : word) text += c == '\'' ? "'\\''" : std::string(1, c);
  return text + "'";
}

std::string file_word(std::string_view path) {
  return shell_word((path.starts_with('-') ? "./" : "") + std::string(path));
}

std::string with_calls(std::string_view text, const CommandCalls& calls) {
  std::string all;
  std::size_t from = 0;
  for (auto at = text.find(program); at != std::string_view::npos && !calls.options.empty();
       at = text.find(program, at + program.size())) {
    const bool whole = at == 0 || !is_part_of_word(text[at - 1]);
    const std::size_t behind = at + program.size();
    if (!whole || !begins_command(text.substr(behind), calls)) continue;
    all.append(text.substr(from, behind - from)).append(calls.options);
    from = behind;
  }
  return all.append(text.substr(from));
}

}  // namespace qkv
