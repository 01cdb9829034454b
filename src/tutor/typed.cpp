#include "typed.hpp"

#include <algorithm>

#include "qkv/base/utf8.hpp"
#include "qkv/text/catalogue.hpp"
#include "qkv/text/unicode.hpp"

namespace qkv {
namespace {

constexpr std::string_view blanks = " \t\r\n";
constexpr std::string_view between_words = " ,;";

// The sign that stands for it in ASCII; 0: it is that sign itself.
char in_ascii(char32_t c) {
  constexpr char32_t full_width_first = 0xFF01;
  constexpr char32_t full_width_last = 0xFF5E;
  if (c >= full_width_first && c <= full_width_last) return static_cast<char>(c - full_width_first + '!');
  switch (c) {
    case 0x3000:  // wide blank
    case 0x00A0:
      return ' ';
    case 0x3001:  // 、
      return ',';
    case 0x3010:  // 【
    case 0x3014:
      return '[';
    case 0x3011:  // 】
    case 0x3015:
      return ']';
    case 0x2212:  // −
    case 0x2013:
    case 0x2014:
      return '-';
    default:
      return 0;
  }
}

char lower(char c) {
  return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}

}  // namespace

std::string folded(std::string_view text) {
  const std::string seen = look_of(text);
  std::string result;
  for (std::size_t at = 0; at < seen.size();) {
    const CodePoint point = decode_utf8(seen, at);
    const char ascii = point.length == 1 ? seen[at] : in_ascii(point.value);
    if (ascii == 0) {
      result.append(seen, at, point.length);
    } else if (blanks.find(ascii) != std::string_view::npos) {
      if (!result.empty() && result.back() != ' ') result += ' ';
    } else {
      result += lower(ascii);
    }
    at += point.length;
  }
  while (!result.empty() && result.back() == ' ') result.pop_back();
  return result;
}

std::vector<std::string> folded_words(std::string_view text) {
  std::vector<std::string> words;
  std::string word;
  for (const char c : folded(text) + " ") {
    if (between_words.find(c) == std::string_view::npos) {
      word += c;
    } else if (!word.empty()) {
      words.push_back(word);
      word.clear();
    }
  }
  return words;
}

bool is_word_of(std::string_view text, std::string_view key) {
  const std::string word = folded(text);
  return std::ranges::any_of(std::vector{Language::zh, Language::en}, [&](Language language) {
    const std::vector<std::string> words = folded_words(Catalogue(language).text(key));
    return std::ranges::find(words, word) != words.end();
  });
}

}  // namespace qkv
