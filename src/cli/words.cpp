#include "words.hpp"

#include <algorithm>

#include "qkv/base/suggest.hpp"
#include "qkv/text/unicode.hpp"

namespace qkv {
namespace {

constexpr int longest_shown = 60;

// A blank that does not break stands in for those inside a command.
constexpr std::string_view fixed_blank = "\u00A0";

// "qkv --lang zh practice contract --session FILE": a command, the word behind it, and all options are glued.
std::string with_glued_commands(std::string_view text) {
  constexpr std::string_view program = "qkv";
  constexpr std::string_view ends = ";:,.)";
  std::string glued;
  int words = 0;  // of a command up to here, without its options
  bool is_value = false;
  for (std::size_t at = 0;;) {
    const std::size_t end = std::min(text.find(' ', at), text.size());
    const std::string_view word = text.substr(at, end - at);
    glued += word;
    if (end == text.size()) return glued;
    at = end + 1;
    const bool is_option = word.starts_with("-");
    const bool is_over = word.empty() || ends.find(word.back()) != std::string_view::npos;
    if (word.ends_with(program)) {
      words = 1;
    } else if (words > 0 && !is_option && !is_value) {
      ++words;
    }
    const bool goes_on = words <= 2 || is_option || text.substr(at).starts_with("-");
    if (is_over || !goes_on) words = 0;
    is_value = is_option;
    glued += words > 0 ? fixed_blank : " ";
  }
}

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
  const std::string glued = with_glued_commands(text);
  std::vector<std::string> lines = wrap(glued, width);
  for (std::string& line : lines) {
    for (auto at = line.find(fixed_blank); at != std::string::npos; at = line.find(fixed_blank))
      line.replace(at, fixed_blank.size(), " ");
  }
  return lines;
}

std::string fitted(const std::string& text, std::optional<int> width) {
  const std::string message = text.substr(0, text.find('\n'));
  const std::string rest = text.substr(message.size());
  const std::string first = message.substr(0, message.find(' '));
  if (!width || (first.ends_with(':') && display_width(first) > *width)) return text;
  std::string lines;
  for (const std::string& line : wrap_around_commands(message, *width)) {
    if (!lines.empty()) lines += '\n';
    lines += line;
  }
  return lines + rest;
}

void tell(const System& system, const std::string& text) {
  const Terminal terminal = system.error_terminal();
  const auto width = terminal.is_terminal ? std::optional(terminal.width) : std::nullopt;
  system.write_error(fitted(text, width) + "\n");
}

std::string shown(std::string_view word) {
  return elide(visible(word), longest_shown);
}

}  // namespace qkv
