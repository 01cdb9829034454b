// [COUNT] [SEED] and words, for the simulations.
#pragma once

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <optional>
#include <string>
#include <vector>

namespace qkv::test {

struct Arguments {
  long long count = 0;
  std::uint64_t seed = 0;
  std::vector<std::string> words = {};
};

inline int usage(const char* text) {
  std::fprintf(stderr, "usage: %s\n", text);
  return 2;
}

inline std::optional<Arguments> read_arguments(int count, char** values, Arguments defaults) {
  int numbers = 0;
  for (int i = 1; i < count; ++i) {
    const std::string text = values[i];
    if (text.find_first_not_of("0123456789") != std::string::npos) {
      defaults.words.push_back(text);
    } else if (numbers++ == 0) {
      defaults.count = std::atoll(text.c_str());
    } else {
      defaults.seed = std::strtoull(text.c_str(), nullptr, 10);
    }
  }
  if (numbers <= 2 && defaults.count > 0) return defaults;
  usage("[COUNT] [SEED]: at most two numbers, COUNT above 0");
  return std::nullopt;
}

}  // namespace qkv::test
