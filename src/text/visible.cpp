#include <cstdint>
#include <iterator>

#include <fmt/format.h>

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

}  // namespace

std::string visible(std::string_view text) {
  std::string shown;
  shown.reserve(text.size());
  for (std::size_t offset = 0; offset < text.size();) {
    if (text[offset] >= ' ' && text[offset] <= '~') {
      shown += text[offset++];
      continue;
    }
    const CodePoint c = decode_utf8(text, offset);
    const auto number = static_cast<std::uint32_t>(c.value);
    if (!c.valid) {
      fmt::format_to(std::back_inserter(shown), "<0x{:02X}>", number);
    } else if (acts_on_terminal(c.value)) {
      fmt::format_to(std::back_inserter(shown), "<U+{:04X}>", number);
    } else {
      shown += text.substr(offset, c.length);
    }
    offset += c.length;
  }
  return shown;
}

}  // namespace qkv
