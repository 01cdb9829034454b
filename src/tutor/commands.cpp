#include "qkv/tutor/commands.hpp"

#include <algorithm>

#include "qkv/base/suggest.hpp"
#include "qkv/base/utf8.hpp"
#include "qkv/text/catalogue.hpp"
#include "qkv/text/encoding.hpp"

namespace qkv {
namespace {

constexpr std::array<std::string_view, 9> names = {"hint",  "back", "skip", "show", "inputs",
                                                   "table", "save", "quit", "help"};
constexpr std::size_t longest_word = 64;  // bytes; what is longer is no command

std::string text_key(PracticeCommand command) {
  return "practice.words." + std::string(practice_command_name(command));
}

void add_words(std::string_view text, std::vector<std::string>& words) {
  while (!text.empty()) {
    const std::size_t end = std::min(text.find(' '), text.size());
    const std::string word(text.substr(0, end));
    if (end > 0 && std::ranges::find(words, word) == words.end()) words.push_back(word);
    text.remove_prefix(std::min(end + 1, text.size()));
  }
}

// Lower case, full-width forms as ASCII, without what stands around the word.
std::string plain_word(std::string_view line) {
  std::string word;
  for (std::size_t at = 0; at < line.size();) {
    const CodePoint c = decode_utf8(line, at);
    char32_t value = c.value;
    if (value >= 0xFF01 && value <= 0xFF5E) value -= 0xFF01 - 0x21;
    if (value == 0x3000 || value == U'\t' || value == U'\r' || value == 0xA0) value = U' ';
    if (value >= U'A' && value <= U'Z') value += U'a' - U'A';
    if (c.valid) {
      append_utf8(word, value);
    } else {
      word += line[at];
    }
    at += c.length;
  }
  word.erase(0, word.find_first_not_of(' '));
  if (word.starts_with('/') || word.starts_with(':')) word.erase(0, 1);
  word.erase(word.find_last_not_of(' ') + 1);
  return word;
}

}  // namespace

std::string_view practice_command_name(PracticeCommand command) {
  return names[static_cast<std::size_t>(command)];
}

std::vector<std::string> words_of(PracticeCommand command) {
  std::vector<std::string> words;
  for (const Language language : {Language::en, Language::zh})
    add_words(Catalogue(language).text(text_key(command)), words);
  return words;
}

std::optional<PracticeCommand> practice_command(std::string_view line) {
  if (line.size() > longest_word) return std::nullopt;
  const std::string word = plain_word(line);
  for (const PracticeCommand command : practice_commands) {
    const std::vector<std::string> words = words_of(command);
    if (std::ranges::find(words, word) != words.end()) return command;
  }
  return std::nullopt;
}

std::string practice_word_near(std::string_view line) {
  if (line.size() > longest_word) return "";
  std::vector<std::string> words;
  for (const PracticeCommand command : practice_commands) {
    for (std::string& word : words_of(command)) words.push_back(std::move(word));
  }
  return nearest(plain_word(line), words);
}

}  // namespace qkv
