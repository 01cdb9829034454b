#include "characters.hpp"

#include <cstddef>

#include "qkv/base/utf8.hpp"

namespace qkv::detail {
// Zero-width and bidirectional marks, byte order marks, variation selectors, soft hyphens.
bool is_invisible(char32_t c) {
  return c == 0x00AD || c == 0x061C || (c >= 0x200B && c <= 0x200F) || (c >= 0x202A && c <= 0x202E) ||
         c == 0x2060 || (c >= 0x2066 && c <= 0x2069) || (c >= 0xFE00 && c <= 0xFE0F) || c == 0xFEFF ||
         (c >= 0xE0100 && c <= 0xE01EF);
}

namespace {

bool is_blank(char32_t c) {
  return (c >= 0x09 && c <= 0x0D) || c == 0x20 || c == 0x00A0 || (c >= 0x2000 && c <= 0x200A) ||
         c == 0x202F || c == 0x205F || c == 0x3000;
}

}  // namespace

char32_t fold_character(char32_t c) {
  if (is_blank(c)) return U' ';
  if (c >= 0xFF01 && c <= 0xFF5E) return c - 0xFF01 + U'!';
  if (c == 0x2212 || c == 0x2013 || c == 0xFE63 || c == 0x30FC) return U'-';
  return c;
}

bool fold_characters(std::string_view text, Characters& characters, Unreadable& problem) {
  problem = {Unreadable::Reason::too_long, 0, 0};
  int position = 0;
  for (std::size_t offset = 0; offset < text.size();) {
    const CodePoint c = decode_utf8(text, offset);
    if (++position > longest_number) return false;
    if (!c.valid) {
      problem = {Unreadable::Reason::bad_encoding, c.value, position};
      return false;
    }
    if (!is_invisible(c.value)) {
      characters.list[static_cast<std::size_t>(characters.count++)] = {fold_character(c.value), c.value,
                                                                       position};
    }
    offset += c.length;
  }
  characters.end_position = position + 1;
  return true;
}

}  // namespace qkv::detail
