// A field of a CSV file that spreadsheets open and do not calculate with.
#pragma once

#include <array>
#include <string>
#include <string_view>

namespace qkv {

// Appends the text: clean, and quoted where it has to be. What begins like a formula, also behind a
// semicolon, gets an apostrophe before it.
void append_csv_field(std::string& output, std::string_view text);

// ---- for who writes many at once
// ----------------------------------------------------------------------------------

namespace csv {

// What a byte of a text makes of its field.
inline constexpr unsigned char in_quotes = 1;   // it needs quotation marks
inline constexpr unsigned char close_look = 2;  // what it needs depends on the neighbours of the byte
inline constexpr unsigned char may_begin = 4;   // in front it may begin a formula, or stand before one

inline constexpr std::array<unsigned char, 256> kinds = [] {
  std::array<unsigned char, 256> table{};
  const auto mark = [&table](std::string_view bytes, unsigned char kind) {
    for (const char c : bytes) {
      auto& byte = table[static_cast<unsigned char>(c)];
      byte = static_cast<unsigned char>(byte | kind);
    }
  };
  mark(" ,\"", in_quotes);
  mark(";#", close_look);
  mark(" \"'=+-@\xEF", may_begin);
  return table;
}();

inline unsigned kind_of(char c) {
  return kinds[static_cast<unsigned char>(c)];
}

// Whether the care about formulas and commands changes nothing of a clean text. `seen`: the kinds of all its
// bytes.
bool is_harmless(std::string_view text, unsigned seen);

}  // namespace csv

}  // namespace qkv
