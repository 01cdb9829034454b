// UTF-8, one code point at a time.
#pragma once

#include <cstddef>
#include <string_view>

namespace qkv {

struct CodePoint {
  char32_t value = 0;      // the code point, or the byte itself where the text is not UTF-8
  std::size_t length = 1;  // bytes that it takes; always 1 where the text is not UTF-8
  bool valid = false;
};

// The code point that begins at that byte (offset < text.size()). Overlong forms, surrogates and values
// beyond U+10FFFF are not UTF-8. Never reads past the end of the text.
CodePoint decode_utf8(std::string_view text, std::size_t offset);

}  // namespace qkv
