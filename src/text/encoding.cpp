#include "qkv/text/encoding.hpp"

#include "qkv/base/utf8.hpp"

namespace qkv {
namespace {

constexpr std::string_view utf8_mark = "\xEF\xBB\xBF";
constexpr std::string_view replacement = "\xEF\xBF\xBD";  // U+FFFD

char byte_of(char32_t value) {
  return static_cast<char>(static_cast<unsigned char>(value));
}

bool is_high_half(char32_t unit) {
  return unit >= 0xD800 && unit <= 0xDBFF;
}
bool is_low_half(char32_t unit) {
  return unit >= 0xDC00 && unit <= 0xDFFF;
}

char32_t unit_at(std::string_view text, std::size_t offset, Encoding encoding) {
  const auto first = static_cast<unsigned char>(text[offset]);
  const auto second = static_cast<unsigned char>(text[offset + 1]);
  if (encoding == Encoding::utf16_little) return static_cast<char32_t>(second << 8 | first);
  return static_cast<char32_t>(first << 8 | second);
}

}  // namespace

std::string_view encoding_name(Encoding encoding) {
  switch (encoding) {
    case Encoding::utf8:
      return "UTF-8";
    case Encoding::utf16_little:
    case Encoding::utf16_big:
      return "UTF-16";
    case Encoding::utf32:
      return "UTF-32";
  }
  return {};
}

Encoding encoding_of(std::string_view text) {
  const auto begins = [&](std::string_view bytes) { return text.substr(0, bytes.size()) == bytes; };
  if (begins({"\xFF\xFE\0\0", 4}) || begins({"\0\0\xFE\xFF", 4})) return Encoding::utf32;
  if (begins("\xFF\xFE")) return Encoding::utf16_little;
  if (begins("\xFE\xFF")) return Encoding::utf16_big;
  if (text.size() < 4) return Encoding::utf8;
  const auto zero = [&](std::size_t i) { return text[i] == '\0'; };
  if ((zero(1) && zero(2) && zero(3)) || (zero(0) && zero(1) && zero(2))) return Encoding::utf32;
  if (zero(0) && !zero(1)) return Encoding::utf16_big;
  if (!zero(0) && zero(1)) return Encoding::utf16_little;
  return Encoding::utf8;
}

std::string byte_name(char byte) {
  constexpr std::string_view digits = "0123456789ABCDEF";
  const auto value = static_cast<unsigned char>(byte);
  return {'0', 'x', digits[value >> 4U], digits[value & 15U]};
}

void drop_byte_order_mark(std::string& text) {
  if (text.compare(0, utf8_mark.size(), utf8_mark) == 0) text.erase(0, utf8_mark.size());
}

void append_utf8(std::string& text, char32_t c) {
  if (c < 0x80) {
    text += byte_of(c);
  } else if (c < 0x800) {
    text += byte_of(0xC0 | (c >> 6));
    text += byte_of(0x80 | (c & 0x3F));
  } else if (c < 0x10000) {
    text += byte_of(0xE0 | (c >> 12));
    text += byte_of(0x80 | ((c >> 6) & 0x3F));
    text += byte_of(0x80 | (c & 0x3F));
  } else {
    text += byte_of(0xF0 | (c >> 18));
    text += byte_of(0x80 | ((c >> 12) & 0x3F));
    text += byte_of(0x80 | ((c >> 6) & 0x3F));
    text += byte_of(0x80 | (c & 0x3F));
  }
}

std::string utf8_from_utf16(std::string_view text, Encoding encoding) {
  std::string result;
  result.reserve(text.size());
  std::size_t i = 0;
  for (; i + 1 < text.size(); i += 2) {
    const char32_t unit = unit_at(text, i, encoding);
    const char32_t next = i + 3 < text.size() ? unit_at(text, i + 2, encoding) : 0;
    if (is_high_half(unit) && is_low_half(next)) {
      append_utf8(result, 0x10000 + ((unit - 0xD800) << 10) + (next - 0xDC00));
      i += 2;
    } else if (is_high_half(unit) || is_low_half(unit)) {
      result += replacement;
    } else {
      append_utf8(result, unit);
    }
  }
  if (i < text.size()) result += replacement;
  drop_byte_order_mark(result);
  return result;
}

std::string with_bad_bytes_replaced(std::string_view text) {
  std::string result;
  result.reserve(text.size());
  for (std::size_t i = 0; i < text.size();) {
    const CodePoint c = decode_utf8(text, i);
    if (c.valid) {
      result += text.substr(i, c.length);
    } else {
      result += replacement;
    }
    i += c.length;
  }
  return result;
}

}  // namespace qkv
