#include <cstdint>
#include <cstdlib>
#include <iterator>

#include <fmt/format.h>
#include <utf8proc.h>

#include "qkv/base/utf8.hpp"
#include "qkv/text/unicode.hpp"

namespace qkv {
namespace {

// C0 controls, DEL and C1 controls; line and paragraph separators; marks, embeddings, overrides and isolates
// that turn the reading direction, and the deprecated shaping switches.
bool acts_on_terminal(char32_t c) {
  return c < 0x20 || (c >= 0x7F && c <= 0x9F) || c == 0x061C || c == 0x200E || c == 0x200F || c == 0x2028 ||
         c == 0x2029 || (c >= 0x202A && c <= 0x202E) || (c >= 0x2066 && c <= 0x206F);
}

bool is_tag(char32_t c) {
  return c >= 0xE0000 && c <= 0xE007F;
}

// Characters without any mark of their own. Joiners and variation selectors are not among them: they decide
// what their neighbours look like.
bool is_unseen(char32_t c) {
  return c == 0x00AD || c == 0x200B || (c >= 0x2060 && c <= 0x2064) || c == 0xFEFF || is_tag(c);
}

bool joins(char32_t c) {
  return c == 0x200C || c == 0x200D || (c >= 0xFE00 && c <= 0xFE0F);
}

bool is_blank(char32_t c) {
  return (c >= 0x09 && c <= 0x0D) || c == 0x20 || c == 0xA0 || (c >= 0x2000 && c <= 0x200A) || c == 0x202F ||
         c == 0x205F || c == 0x3000;
}

bool continues(char byte) {
  return (static_cast<unsigned char>(byte) & 0xC0) == 0x80;
}

// Length of the plainly visible character that begins there; 0 if it takes a closer look.
std::size_t plain_length(std::string_view text, std::size_t at) {
  const auto first = static_cast<unsigned char>(text[at]);
  if (first >= ' ' && first <= '~') return 1;
  if (first < 0xC3 || first > 0xEF || text.size() - at < 2 || !continues(text[at + 1])) return 0;
  if (first < 0xE0) return first == 0xD8 ? 0 : 2;  // U+061C is a bidi mark
  if (first < 0xE2 || text.size() - at < 3 || !continues(text[at + 2])) return 0;
  const auto second = static_cast<unsigned char>(text[at + 1]);
  const auto third = static_cast<unsigned char>(text[at + 2]);
  if (first == 0xE2 && second <= 0x81) {
    // From the general punctuation the dashes, quotation marks, dots and signs of permille: U+2010 to U+2027
    // and U+2030 to U+205E; the rest are blanks, joiners and marks.
    const bool dashes = second == 0x80 && ((third >= 0x90 && third <= 0xA7) || third >= 0xB0);
    return dashes || (second == 0x81 && third <= 0x9E) ? 3 : 0;
  }
  if (first <= 0xE9) return 3;                                         // to U+9FFF
  return first == 0xEF && (second == 0xBC || second == 0xBD) ? 3 : 0;  // full-width and half-width forms
}

// ASCII and CJK ideographs among themselves: most names.
bool never_composes(const CodePoint& c) {
  return c.valid && (c.value < 0x80 || (c.value >= 0x4E00 && c.value <= 0x9FFF));
}

}  // namespace

bool is_plainly_visible(std::string_view text) {
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t length = plain_length(text, at);
    if (length == 0) return false;
    at += length;
  }
  return true;
}

std::string visible(std::string_view text) {
  if (is_plainly_visible(text)) return std::string(text);
  std::string shown;
  shown.reserve(text.size());
  bool in_flag = false;  // tags after a black flag spell out which flag is drawn
  for (std::size_t offset = 0; offset < text.size();) {
    if (text[offset] >= ' ' && text[offset] <= '~') {
      shown += text[offset++];
      in_flag = false;
      continue;
    }
    const CodePoint c = decode_utf8(text, offset);
    const auto number = static_cast<std::uint32_t>(c.value);
    if (!c.valid) {
      fmt::format_to(std::back_inserter(shown), "<0x{:02X}>", number);
    } else if (acts_on_terminal(c.value) || (is_unseen(c.value) && !(in_flag && is_tag(c.value)))) {
      fmt::format_to(std::back_inserter(shown), "<U+{:04X}>", number);
    } else {
      shown += text.substr(offset, c.length);
    }
    in_flag = c.value == 0x1F3F4 || (in_flag && is_tag(c.value));
    offset += c.length;
  }
  return shown;
}

std::string look_of(std::string_view text) {
  std::string seen;
  std::size_t end = 0;  // of what has been seen without the blanks behind it
  bool composed_already = true;
  for (std::size_t offset = 0; offset < text.size();) {
    const CodePoint c = decode_utf8(text, offset);
    const std::string_view bytes = text.substr(offset, c.length);
    offset += c.length;
    if (c.valid && (is_unseen(c.value) || joins(c.value))) continue;
    const bool blank = c.valid && is_blank(c.value);
    if (blank && seen.empty()) continue;
    seen += bytes;
    composed_already = composed_already && never_composes(c);
    if (!blank) end = seen.size();
  }
  seen.resize(end);
  if (composed_already) return seen;
  utf8proc_uint8_t* composed = nullptr;
  const auto size = utf8proc_map(reinterpret_cast<const utf8proc_uint8_t*>(seen.data()),
                                 static_cast<utf8proc_ssize_t>(seen.size()), &composed,
                                 static_cast<utf8proc_option_t>(UTF8PROC_STABLE | UTF8PROC_COMPOSE));
  if (size >= 0) seen.assign(composed, composed + size);
  std::free(composed);
  return seen;
}

bool shows_something(std::string_view text) {
  for (std::size_t offset = 0; offset < text.size();) {
    const CodePoint c = decode_utf8(text, offset);
    if (never_composes(c) && c.value > ' ' && c.value != 0x7F) return true;
    offset += c.length;
  }
  return display_width(look_of(text)) > 0;
}

}  // namespace qkv
