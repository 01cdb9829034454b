// Which encoding the bytes of a file are in, and UTF-8 from those that are not.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace qkv {

enum class Encoding { utf8, utf16_little, utf16_big, utf32 };

std::string_view encoding_name(Encoding encoding);  // "UTF-16"

// By the byte order mark, else by the zero bytes that any ASCII characters at its beginning have in it.
Encoding encoding_of(std::string_view text);

// A byte that is not UTF-8, as messages name it: "0xB2".
std::string byte_name(char byte);

// Takes away the byte order mark of UTF-8, if there is one.
void drop_byte_order_mark(std::string& text);

// Appends a code point.
void append_utf8(std::string& text, char32_t code_point);

// Half a character (a lone surrogate, an odd byte at the end) becomes U+FFFD; a byte order mark is dropped.
std::string utf8_from_utf16(std::string_view text, Encoding encoding);

// Nothing if the bytes are not GBK either.
std::optional<std::string> utf8_from_gbk(std::string_view bytes);

// The text with every byte that is not UTF-8 replaced by U+FFFD.
std::string with_bad_bytes_replaced(std::string_view text);

}  // namespace qkv
