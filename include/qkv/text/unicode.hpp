// Text as a reader sees it: how wide it is, and what must never reach a terminal.
//
// Every function takes any bytes. What is not UTF-8 counts byte by byte: one code point, one cluster, one
// column each.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace qkv {

// The offset of the first byte that is not part of well-formed UTF-8, or nothing.
std::optional<std::size_t> first_bad_utf8(std::string_view text);

// True if the text holds nothing but the characters from blank to tilde.
bool is_printable_ascii(std::string_view text);

// Whether the text consists of nothing but common characters (ASCII, letters, CJK, their punctuation,
// mathematical signs) that show as they stand: visible() leaves such a text as it is. A quick look: false
// says nothing.
bool is_plainly_visible(std::string_view text);

// Number of code points.
int count_code_points(std::string_view text);

// Columns that the text takes in a terminal with a monospaced font: 合同 is 4, a combining mark adds 0, an
// emoji sequence (with joiners, skin tones, flags, variation selector 16) is 2. East Asian "ambiguous"
// characters (× √ ∞ → and box lines) count 1. Works on whole grapheme clusters. Control characters count 0:
// visible() first.
int display_width(std::string_view text);

// The text split into grapheme clusters (user-perceived characters).
std::vector<std::string_view> grapheme_clusters(std::string_view text);

// The text with everything shown that a terminal would act upon instead of printing it: C0 and C1 controls,
// DEL, line and paragraph separators, bidi marks, embeddings, overrides and isolates, and bytes that are not
// UTF-8 become <U+001B> or <0xFF>. Tabs and line breaks are shown as well, and so is what a reader cannot see
// at all: zero-width blanks, soft hyphens, byte order marks, invisible operators, tags. Joiners, variation
// selectors and the tags of a flag stay: they decide what an emoji looks like.
std::string visible(std::string_view text);

// The same for every text that looks the same on screen: without blanks around it, without characters that
// nobody sees, accents composed (NFC). Empty if there is nothing to see. For comparing, not for showing.
std::string look_of(std::string_view text);

// Whether anything of the text shows: not only blanks, controls and invisible characters.
bool shows_something(std::string_view text);

// The text cut to at most that many columns, with … in place of what was cut (… counts as 1). Empty for a
// width below 1.
std::string elide(std::string_view text, int width);

// The text broken into lines of at most that many columns: at line breaks, at blanks, and between CJK
// characters, never before closing punctuation (，。、；：！？）》」 and the like) nor after opening
// punctuation. A word wider than a line is cut at clusters, and a cluster wider than a line stands alone.
// Blanks at a break are dropped; nothing else is changed. Always at least one line.
std::vector<std::string> wrap(std::string_view text, int width);

}  // namespace qkv
