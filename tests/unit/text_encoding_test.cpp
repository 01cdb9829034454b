// Encodings of files: told apart by their first bytes, and turned into UTF-8.
#include "qkv/text/encoding.hpp"
#include "support/catch.hpp"

using namespace qkv;

TEST_CASE("an encoding is told by its byte order mark or by its zero bytes") {
  const std::vector<std::pair<std::string, Encoding>> cases = {
      {"", Encoding::utf8},
      {"step", Encoding::utf8},
      {"\xEF\xBB\xBF{}", Encoding::utf8},
      {{"\xFF\xFE{\0", 4}, Encoding::utf16_little},
      {{"\xFE\xFF\0{", 4}, Encoding::utf16_big},
      {{"s\0t\0", 4}, Encoding::utf16_little},
      {{"\0s\0t", 4}, Encoding::utf16_big},
      {{"\xFF\xFE\0\0", 4}, Encoding::utf32},
      {{"{\0\0\0", 4}, Encoding::utf32},
  };
  for (const auto& [bytes, encoding] : cases) CHECK(encoding_of(bytes) == encoding);
}

TEST_CASE("UTF-16 becomes UTF-8, and what is half a character a replacement") {
  CHECK(utf8_from_utf16({"\xFF\xFEq\0\x08\x54", 6}, Encoding::utf16_little) == "q合");
  CHECK(utf8_from_utf16({"\xFE\xFF\0q\x54\x08", 6}, Encoding::utf16_big) == "q合");
  CHECK(utf8_from_utf16({"\x3D\xD8\x00\xDE", 4}, Encoding::utf16_little) == "😀");
  CHECK(utf8_from_utf16({"\x3D\xD8q\0", 4}, Encoding::utf16_little) == "\uFFFDq");
  CHECK(utf8_from_utf16({"q\0q", 3}, Encoding::utf16_little) == "q\uFFFD");
  CHECK(utf8_from_utf16("", Encoding::utf16_big).empty());
}

TEST_CASE("bytes that are not UTF-8 are replaced one by one") {
  CHECK(with_bad_bytes_replaced("0.5\xB9\xFD|合") == "0.5\uFFFD\uFFFD|合");
  CHECK(with_bad_bytes_replaced("合同") == "合同");
  CHECK(byte_name('\xB9') == "0xB9");
}
