#include "qkv/base/utf8.hpp"

#include <cassert>

namespace qkv {
namespace {

struct Lead {
  int following = 0;      // continuation bytes, 0 if this byte cannot begin a sequence
  char32_t bits = 0;      // of the code point, from the first byte
  char32_t smallest = 0;  // anything below would have fitted into fewer bytes
};

Lead lead(unsigned char byte) {
  if (byte >= 0xC2 && byte <= 0xDF) return {1, static_cast<char32_t>(byte & 0x1F), 0x80};
  if (byte >= 0xE0 && byte <= 0xEF) return {2, static_cast<char32_t>(byte & 0x0F), 0x800};
  if (byte >= 0xF0 && byte <= 0xF4) return {3, static_cast<char32_t>(byte & 0x07), 0x10000};
  return {};
}

bool is_scalar_value(char32_t value) {
  return value <= 0x10FFFF && !(value >= 0xD800 && value <= 0xDFFF);
}

}  // namespace

CodePoint decode_utf8(std::string_view text, std::size_t offset) {
  assert(offset < text.size());
  const auto first = static_cast<unsigned char>(text[offset]);
  if (first < 0x80) return {first, 1, true};

  const CodePoint bad{first, 1, false};
  const Lead head = lead(first);
  const auto following = static_cast<std::size_t>(head.following);
  if (following == 0 || text.size() - offset <= following) return bad;
  char32_t value = head.bits;
  for (std::size_t i = 1; i <= following; ++i) {
    const auto byte = static_cast<unsigned char>(text[offset + i]);
    if ((byte & 0xC0) != 0x80) return bad;
    value = (value << 6) | (byte & 0x3F);
  }
  if (value < head.smallest || !is_scalar_value(value)) return bad;
  return {value, following + 1, true};
}

}  // namespace qkv
