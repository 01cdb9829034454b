// A command line that has been checked against the command table.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace qkv {

struct GivenOption {
  std::string_view name;  // of the row in the command table
  std::string value;      // empty for a flag
};

struct Arguments {
  std::vector<std::string> positionals;
  std::vector<GivenOption> options;

  bool has(std::string_view option) const;
  std::optional<std::string> value(std::string_view option) const;
  std::vector<std::string> values(std::string_view option) const;
  // The value of an integer option, which the parser has checked.
  std::optional<int> integer(std::string_view option) const;
};

// A whole number in decimal, with or without a sign; nothing else, and nothing beyond an int.
std::optional<int> read_integer(std::string_view text);
// Digits alone, up to 2^64 − 1.
std::optional<std::uint64_t> read_seed(std::string_view text);

}  // namespace qkv
