#include "qkv/cli/arguments.hpp"

#include <algorithm>
#include <charconv>

namespace qkv {

bool Arguments::has(std::string_view option) const {
  return std::ranges::find(options, option, &GivenOption::name) != options.end();
}

std::optional<std::string> Arguments::value(std::string_view option) const {
  const auto found = std::ranges::find(options, option, &GivenOption::name);
  if (found == options.end()) return std::nullopt;
  return found->value;
}

std::vector<std::string> Arguments::values(std::string_view option) const {
  std::vector<std::string> found;
  for (const GivenOption& given : options) {
    if (given.name == option) found.push_back(given.value);
  }
  return found;
}

std::optional<int> Arguments::integer(std::string_view option) const {
  const std::optional<std::string> text = value(option);
  return text ? read_integer(*text) : std::nullopt;
}

std::optional<int> read_integer(std::string_view text) {
  if (text.size() > 1 && text.front() == '+' && text[1] != '-') text.remove_prefix(1);
  int number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc{} || end != text.data() + text.size()) return std::nullopt;
  return number;
}

std::optional<std::uint64_t> read_seed(std::string_view text) {
  std::uint64_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc{} || end != text.data() + text.size()) return std::nullopt;
  return number;
}

}  // namespace qkv
