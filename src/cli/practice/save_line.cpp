#include "save_line.hpp"

#include <algorithm>

#include "qkv/tutor/commands.hpp"
#include "qkv/tutor/typed_word.hpp"

namespace qkv {
namespace {

constexpr std::string_view wide_blank = "\xE3\x80\x80";

void drop_blanks(std::string& text) {
  while (text.starts_with(' ') || text.starts_with('\t') || text.starts_with(wide_blank))
    text.erase(0, text.starts_with(wide_blank) ? wide_blank.size() : 1);
}

std::size_t end_of_word(const std::string& text, std::size_t begin) {
  return std::min(text.find_first_of(" \t", begin), text.find(wide_blank, begin));
}

bool is_preposition(const std::string& word) {
  return is_word_of(word, "practice.words.save.to");
}

// `save to mine.json`: the file is what follows.
void drop_preposition(std::string& path) {
  const std::size_t end = end_of_word(path, 0);
  if (!is_preposition(path.substr(0, end))) return;
  path.erase(0, end);
  drop_blanks(path);
}

// 保存到: the command with such a word behind it.
bool is_save(std::string word) {
  if (practice_command(word) == PracticeCommand::save) return true;
  constexpr std::size_t length = 3;  // of a Chinese character
  if (word.size() <= length || !is_preposition(word.substr(word.size() - length))) return false;
  word.erase(word.size() - length);
  return practice_command(word) == PracticeCommand::save;
}

// As a person would type it in a shell, which is not there.
std::string as_typed(std::string path, const System& system) {
  const bool quoted =
      path.size() > 1 && path.front() == path.back() && (path.front() == '"' || path.front() == '\'');
  if (quoted) return path.substr(1, path.size() - 2);
  if (path.starts_with("~/")) path.replace(0, 1, system.environment("HOME").value_or("~"));
  return path;
}

}  // namespace

std::optional<std::string> file_to_save_in(const std::string& line, const System& system) {
  const auto begin = line.find_first_not_of(" \t");
  if (begin == std::string::npos) return std::nullopt;
  const std::size_t end = end_of_word(line, begin);
  if (end == std::string::npos) return std::nullopt;
  if (!is_save(line.substr(begin, end - begin))) return std::nullopt;
  std::string path = line.substr(end);
  drop_blanks(path);
  path.erase(path.find_last_not_of(" \t\r") + 1);
  if (path.empty()) return std::nullopt;
  drop_preposition(path);
  return as_typed(std::move(path), system);
}

std::string name_to_type(const std::string& path, const System& system) {
  return file_to_save_in("save " + path, system) == path ? path : "\"" + path + "\"";
}

}  // namespace qkv
