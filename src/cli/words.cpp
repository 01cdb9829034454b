#include "words.hpp"

#include "qkv/base/suggest.hpp"
#include "qkv/text/unicode.hpp"

namespace qkv {
namespace {

constexpr int longest_shown = 60;

}  // namespace

std::string suggest(std::string_view word, std::span<const std::string> candidates) {
  if (word.empty()) return {};
  if (std::string found = nearest(word, candidates); !found.empty()) return found;
  for (const std::string& candidate : candidates) {
    if (candidate.starts_with(word)) return candidate;
  }
  return {};
}

std::string joined(std::span<const std::string> words) {
  std::string text;
  for (const std::string& word : words) {
    if (!text.empty()) text += ", ";
    text += word;
  }
  return text;
}

std::vector<std::string> wrap_around_commands(std::string_view text, int width) {
  // A blank that does not break stands in for those inside a command.
  constexpr std::string_view fixed = "\u00A0";
  std::string glued(text);
  for (const std::string_view beginning : {"qkv walk ", "qkv "}) {
    for (auto at = glued.find(beginning); at != std::string::npos; at = glued.find(beginning, at + 1)) {
      for (std::size_t i = at + beginning.size(); i-- > at;) {
        if (glued[i] == ' ') glued.replace(i, 1, fixed);
      }
    }
  }
  std::vector<std::string> lines = wrap(glued, width);
  for (std::string& line : lines) {
    for (auto at = line.find(fixed); at != std::string::npos; at = line.find(fixed))
      line.replace(at, fixed.size(), " ");
  }
  return lines;
}

std::string shown(std::string_view word) {
  return elide(visible(word), longest_shown);
}

}  // namespace qkv
