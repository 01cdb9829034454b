#include "content_texts.hpp"

#include <algorithm>
#include <utility>

#include "typed.hpp"

namespace qkv {
namespace {

bool is_digit(char c) {
  return c >= '0' && c <= '9';
}

bool is_letter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

// From the digit at `at` on, with a point or commas between digits.
std::string_view number_at(std::string_view text, std::size_t at) {
  std::size_t end = at;
  while (end < text.size()) {
    const bool goes_on =
        (text[end] == '.' || text[end] == ',') && end + 1 < text.size() && is_digit(text[end + 1]);
    if (!is_digit(text[end]) && !goes_on) break;
    ++end;
  }
  return text.substr(at, end - at);
}

bool is_compared(std::string_view number) {
  if (number.find(',') != std::string_view::npos) return false;  // a list, or thousands
  return number.find('.') != std::string_view::npos || number.size() == 2 || number.size() == 3;
}

// A word of a command: up to what cannot belong to one.
std::string_view word_at(std::string_view text) {
  const auto end = std::ranges::find_if(text, [](char c) {
    return c <= ' ' || c > '~' || std::string_view(",;:()`").find(c) != std::string_view::npos;
  });
  return text.substr(0, static_cast<std::size_t>(end - text.begin()));
}

bool is_size(std::string_view size) {
  constexpr std::string_view dot = "\xC2\xB7";
  bool found = false;
  while (!size.empty()) {
    const bool is_dot = size.starts_with(dot);
    const char c = size.front();
    if (!is_dot && !is_digit(c) && !is_letter(c) && c != '_' && c != '*') return false;
    found |= is_digit(c) || is_letter(c);
    size.remove_prefix(is_dot ? dot.size() : 1);
  }
  return found;
}

}  // namespace

std::vector<std::string> code_in(std::string_view text) {
  std::vector<std::string> codes;
  for (auto from = text.find('`'); from != std::string_view::npos; from = text.find('`', from)) {
    const auto to = text.find('`', from + 1);
    if (to == std::string_view::npos) break;
    codes.emplace_back(text.substr(from + 1, to - from - 1));
    from = to + 1;
  }
  std::ranges::sort(codes);
  return codes;
}

std::vector<CommandInText> commands_in(std::string_view text) {
  constexpr std::string_view program = "qkv ";
  std::vector<CommandInText> commands;
  for (auto at = text.find(program); at != std::string_view::npos; at = text.find(program, at + 1)) {
    if (at > 0 && (is_letter(text[at - 1]) || is_digit(text[at - 1]))) continue;
    std::string_view rest = text.substr(at + program.size());
    const auto length = static_cast<std::size_t>(std::ranges::find_if_not(rest, is_letter) - rest.begin());
    if (length == 0) continue;
    CommandInText command{std::string(rest.substr(0, length)), {}};
    rest.remove_prefix(length);
    while (rest.starts_with(' ')) {
      rest.remove_prefix(1);
      const std::string_view next = word_at(rest);
      if (next.empty() || next == "qkv") break;
      if (next.starts_with("--")) {
        const std::string_view name = next.substr(2);
        const auto end = std::ranges::find_if_not(name, [](char c) { return is_letter(c) || c == '-'; });
        if (end != name.begin()) command.options.emplace_back(name.begin(), end);
      }
      rest.remove_prefix(next.size());
    }
    commands.push_back(std::move(command));
  }
  return commands;
}

std::vector<std::string> numbers_in(std::string_view text) {
  std::vector<std::string> numbers;
  for (std::size_t at = 0; at < text.size();) {
    if (!is_digit(text[at])) {
      ++at;
      continue;
    }
    const std::string_view number = number_at(text, at);
    if (is_compared(number)) numbers.emplace_back(number);
    at += number.size();
  }
  std::ranges::sort(numbers);
  return numbers;
}

std::string as_read(std::string_view text) {
  const std::string seen = folded(text);
  std::string read;
  for (std::size_t i = 0; i < seen.size(); ++i) {
    const auto parts = [&](std::size_t at) { return is_digit(seen[at]) || is_letter(seen[at]); };
    const bool between_words = i > 0 && i + 1 < seen.size() && parts(i - 1) && parts(i + 1);
    if (seen[i] != ' ' || between_words) read += seen[i];
  }
  return read;
}

bool is_shape(std::string_view text) {
  if (text.size() < 2 || text.front() != '[' || text.back() != ']') return false;
  std::string sizes(text.substr(1, text.size() - 2));
  std::erase(sizes, ' ');
  for (std::string_view rest = sizes;;) {
    const std::size_t end = std::min(rest.find(','), rest.size());
    if (!is_size(rest.substr(0, end))) return false;
    if (end == rest.size()) return true;
    rest.remove_prefix(end + 1);
  }
}

}  // namespace qkv
