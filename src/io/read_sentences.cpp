#include "qkv/io/read_sentences.hpp"

#include <optional>
#include <string_view>
#include <utility>

#include "qkv/base/utf8.hpp"
#include "qkv/text/code_point.hpp"
#include "qkv/text/name.hpp"
#include "sheet_text.hpp"

namespace qkv {
namespace {

using namespace sheets;

// The words of a line, each a part of its text.
std::vector<std::string_view> words_of(std::string_view text) {
  std::vector<std::string_view> words;
  std::size_t begin = 0;
  for (std::size_t i = 0; i <= text.size();) {
    const CodePoint c = i < text.size() ? decode_utf8(text, i) : CodePoint{' ', 1, true};
    if (is_blank(c.value)) {
      if (i > begin) words.push_back(text.substr(begin, i - begin));
      begin = i + c.length;
    }
    i += c.length;
  }
  return words;
}

std::optional<Diagnostic> word_fault(std::string_view word) {
  const std::optional<char32_t> control = first_control(word);
  if (!control) return name_fault(word, word_columns);
  return Diagnostic{"sentences.control", {}, {argument("code_point", code_point_name(*control))}, {}};
}

}  // namespace

Result<std::vector<std::vector<std::string>>> read_sentences(std::string bytes, const std::string& file) {
  const Result<std::string> text = readable_list(bytes, file, {"sentences.utf8", "sentences.too-large"});
  if (!text) return text.faults();
  FaultList faults;
  std::vector<std::vector<std::string>> sentences;
  for (const Line& line : lines_of(text.value())) {
    const std::vector<std::string_view> words = words_of(line.text);
    if (words.empty() || folded(words.front()).starts_with('#')) continue;
    sentences.emplace_back(words.begin(), words.end());
    for (const std::string_view word : words) {
      std::optional<Diagnostic> fault = word_fault(word);
      if (!fault) continue;
      fault->place = place_in(line, static_cast<std::size_t>(word.data() - line.text.data()), file);
      faults.add(std::move(*fault));
    }
  }
  if (sentences.empty()) faults.add({"sentences.empty", Place{file, 1, 1, {}, {}}, {}, {}});
  if (faults.count() > 0) return faults.take(file);
  return sentences;
}

}  // namespace qkv
