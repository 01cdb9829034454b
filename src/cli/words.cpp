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

std::string shown(std::string_view word) {
  return elide(visible(word), longest_shown);
}

}  // namespace qkv
