// Grapheme clusters with what the width and the line breaker need to know of them.
#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

namespace qkv::detail {

struct Cluster {
  std::size_t begin = 0;  // byte offset
  std::size_t size = 0;   // bytes
  int width = 0;          // columns
  char32_t first = 0;     // the first code point, or the byte where the text is not UTF-8
  bool valid = true;
};

std::vector<Cluster> clusters_of(std::string_view text);

}  // namespace qkv::detail
