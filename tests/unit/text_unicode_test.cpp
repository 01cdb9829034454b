#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "qkv/text/encoding.hpp"
#include "qkv/text/unicode.hpp"
#include "support/catch.hpp"

using namespace qkv;

namespace {

// Bytes that break off, continue nothing, spell ASCII in two bytes, a surrogate, or too large a number.
const std::vector<std::string> ill_formed = {
    "\xFF",
    "\x80",
    "\xE4",
    "\xE4\xBD",
    "\xF0\x9F\x91",
    "\xC0\x80",
    "\xC1\xBF",
    "\xE0\x80\x80",
    "\xED\xA0\x80",
    "\xF4\x90\x80\x80",
    "\xF8\x88\x80\x80\x80",
    "a\xFFz",
    "合\xE5",
    "\xE5合",
    "\xF0\x9F\x91\xA9\xE2\x80",
};

}  // namespace

TEST_CASE("Chinese characters take two columns") {
  CHECK(display_width("合同") == 4);
  CHECK(display_width("违约金") == 6);
  CHECK(display_width("过高") == 4);
  CHECK(display_width("１２") == 4);
  CHECK(display_width("，。（）：") == 10);
  CHECK(display_width("\u3000") == 2);
  CHECK(display_width("𠀀") == 2);
  CHECK(display_width("a合b") == 4);
}

TEST_CASE("combining marks take no column") {
  CHECK(display_width("e\u0301") == 1);
  CHECK(display_width("\u00E9") == 1);
  CHECK(display_width("e\u0301\u0323\u0302") == 1);
  CHECK(display_width("QK\u1D40") == 3);
  CHECK(display_width("\u0E17\u0E35\u0E48") == 1);
  CHECK(display_width("\u0E01\u0E33") == 2);
}

TEST_CASE("an emoji is two columns, whatever it is made of") {
  const std::vector<std::pair<std::string, std::string>> emoji = {
      {"a face", "\U0001F600"},
      {"a health worker (joiner, selector)", "\U0001F469\u200D\u2695\uFE0F"},
      {"a thumb with a skin tone", "\U0001F44D\U0001F3FD"},
      {"a narrow hand with a skin tone", "\u261D\U0001F3FD"},
      {"the flag of China", "\U0001F1E8\U0001F1F3"},
      {"the flag of Scotland (tags)",
       "\U0001F3F4\U000E0067\U000E0062\U000E0073\U000E0063\U000E0074\U000E007F"},
      {"a heart with selector 16", "\u2764\uFE0F"},
      {"a family of four", "\U0001F468\u200D\U0001F469\u200D\U0001F467\u200D\U0001F466"},
      {"a keycap", "1\uFE0F\u20E3"},
  };
  for (const auto& [name, text] : emoji) {
    INFO(name);
    CHECK(display_width(text) == 2);
    CHECK(grapheme_clusters(text).size() == 1);
  }
  CHECK(display_width("\U0001F1E8\U0001F1F3\U0001F1E8\U0001F1F3") == 4);
  CHECK(display_width("\U0001F44D\U0001F44D") == 4);
}

TEST_CASE("a heart without selector 16 is text, and selector 16 widens no letter") {
  CHECK(display_width("\u2764") == 1);
  CHECK(display_width("a\uFE0F") == 1);
}

TEST_CASE("signs that tables are drawn and marked with take one column") {
  for (const char* sign :
       {"✓", "✗", "×", "√", "∞", "−", "→", "─", "│", "┌", "┼", "·", "…", "“", "ᵀ", "½", "α"}) {
    INFO(sign);
    CHECK(display_width(sign) == 1);
  }
}

TEST_CASE("joiners, zero-width blanks and controls take no column") {
  for (const char* mark :
       {"\u200B", "\u200D", "\uFEFF", "\u2060", "\u200F", "\u202E", "\x1b", "\n", "\u009B"}) {
    CHECK(display_width(mark) == 0);
  }
  CHECK(display_width("") == 0);
}

TEST_CASE("a Hangul syllable is two columns, composed or not") {
  CHECK(display_width("\uD55C\uAE00") == 4);
  CHECK(display_width("\u1112\u1161\u11AB\u1100\u1173\u11AF") == 4);
}

TEST_CASE("grapheme clusters are what a reader calls a character") {
  CHECK(grapheme_clusters("e\u0301合\U0001F44D\U0001F3FDz") ==
        std::vector<std::string_view>{"e\u0301", "合", "\U0001F44D\U0001F3FD", "z"});
  CHECK(grapheme_clusters("\U0001F1E8\U0001F1F3\U0001F1E9\U0001F1EA").size() == 2);
  CHECK(grapheme_clusters("").empty());
}

TEST_CASE("a byte that is not UTF-8 parts clusters and takes a column") {
  CHECK(grapheme_clusters("e\xFF\u0301") == std::vector<std::string_view>{"e", "\xFF", "\u0301"});
  CHECK(display_width("a\xFFz") == 3);
  CHECK(display_width("\xE4\xBD") == 2);
}

TEST_CASE("the first bad byte is found in every kind of ill-formed text") {
  for (const std::string& text : ill_formed) {
    INFO(visible(text));
    CHECK(first_bad_utf8(text).has_value());
  }
  CHECK(first_bad_utf8("合\xE5") == 3);
  CHECK(first_bad_utf8("a\xFFz") == 1);
  CHECK(first_bad_utf8("ab\xED\xA0\x80") == 2);
  CHECK_FALSE(first_bad_utf8("合同 \U0010FFFF \uFFFD \uD7FF \uE000").has_value());
  CHECK_FALSE(first_bad_utf8("").has_value());
}

TEST_CASE("code points are counted, not bytes") {
  CHECK(count_code_points("合同 e\u0301") == 5);
  CHECK(count_code_points("") == 0);
  CHECK(count_code_points("a\xFFz") == 3);
}

TEST_CASE("no ill-formed text leads any function out of bounds") {
  for (const std::string& text : ill_formed) {
    for (const std::string& whole : {text, text + "a", "合" + text, text + text}) {
      std::string joined;
      for (std::string_view cluster : grapheme_clusters(whole)) joined += cluster;
      CHECK(joined == whole);
      CHECK(first_bad_utf8(visible(whole)) == std::nullopt);
      for (int width = -1; width < 6; ++width) {
        CHECK(display_width(elide(whole, width)) <= std::max(width, 0));
        std::string lines;
        for (const std::string& line : wrap(whole, width)) lines += line;
        CHECK(lines == whole);
      }
    }
  }
}

TEST_CASE("what a terminal would act upon is shown instead") {
  CHECK(visible("\x1b[31m0.2") == "<U+001B>[31m0.2");
  CHECK(visible("a\nb\tc\r") == "a<U+000A>b<U+0009>c<U+000D>");
  CHECK(visible(std::string("\0", 1)) == "<U+0000>");
  CHECK(visible("\x7F") == "<U+007F>");
  CHECK(visible("\u009B31m") == "<U+009B>31m");
  CHECK(visible("\u0085") == "<U+0085>");
  CHECK(visible("\u202Etxt") == "<U+202E>txt");
  CHECK(visible("\u2066a\u2069") == "<U+2066>a<U+2069>");
  CHECK(visible("\u2028\u2029") == "<U+2028><U+2029>");
  CHECK(visible("\u200E\u200F\u061C") == "<U+200E><U+200F><U+061C>");
  CHECK(visible("\xFF") == "<0xFF>");
  CHECK(visible("\xE4\xBD") == "<0xE4><0xBD>");
}

TEST_CASE("what nobody can see is shown, but for what makes an emoji or a flag") {
  CHECK(visible("a\u200Bb") == "a<U+200B>b");
  CHECK(visible("\uFEFF\u00AD\u2060\u2064") == "<U+FEFF><U+00AD><U+2060><U+2064>");
  CHECK(visible("a\U000E0041") == "a<U+E0041>");
  const std::string england = "\U0001F3F4\U000E0067\U000E0062\U000E0065\U000E006E\U000E0067\U000E007F";
  CHECK(visible(england) == england);
  CHECK(visible("\u0645\u200C\u06CC") == "\u0645\u200C\u06CC");
}

TEST_CASE("texts that look the same have the same look") {
  CHECK(look_of(" caf\u00E9") == look_of("cafe\u0301\u200B "));
  CHECK(look_of("\u3000合同\u00A0") == "合同");
  CHECK(look_of("a b") == "a b");
  CHECK(look_of("A") != look_of("a"));
  CHECK(look_of(" \u200B \uFEFF").empty());
  CHECK(look_of("\xFF") == "\xFF");
  CHECK(look_of("").empty());
}

TEST_CASE("what a terminal prints stays as it is") {
  for (const char* text :
       {"合同 0.25 −∞", "\U0001F469\u200D\u2695\uFE0F", "e\u0301", "", "\u05D0", "<U+001B>"}) {
    CHECK(visible(text) == text);
  }
}

TEST_CASE("a text that is too wide ends in a mark and fits") {
  CHECK(elide("contract", 8) == "contract");
  CHECK(elide("contract", 7) == "contra…");
  CHECK(elide("contract", 1) == "…");
  CHECK(elide("contract", 0).empty());
  CHECK(elide("contract", -3).empty());
  CHECK(elide("违约金过高", 10) == "违约金过高");
  CHECK(elide("违约金过高", 9) == "违约金过…");
  CHECK(elide("违约金过高", 8) == "违约金…");
  CHECK(elide("a\U0001F469\u200D\u2695\uFE0Fb", 3) == "a…");
  CHECK(elide("e\u0301e\u0301e\u0301", 2) == "e\u0301…");
  CHECK(elide("", 5).empty());
}

TEST_CASE("a plainly visible text is its own visible text, and takes no more columns than bytes") {
  for (char32_t c = 1; c < 0x30000; ++c) {
    std::string text = "a";
    append_utf8(text, c);  // half a pair of surrogates is not UTF-8
    if (is_plainly_visible(text) && visible(text) != text) FAIL_CHECK("U+" << std::hex << std::uint32_t{c});
    if (display_width(text) > static_cast<int>(text.size())) FAIL_CHECK("U+" << std::hex << std::uint32_t{c});
  }
  for (const char* text : {"0.25", "合同（一）：“过高”，√2 × π → −∞…", ""}) CHECK(is_plainly_visible(text));
  for (const char* text :
       {"\x7F", "\n", "\u200B", "\u00AD", "\u202E", "\u2028", "\uFEFF", "\uFFFE", "\xC3", "\xE5\x90", "\xff"})
    CHECK_FALSE(is_plainly_visible(text));
}
