#include "qkv/text/unicode.hpp"

#include <algorithm>
#include <cstdint>
#include <cstring>

#include "clusters.hpp"
#include "qkv/base/utf8.hpp"

namespace qkv {
namespace {

// Columns of a character that neither joins a neighbour nor is joined by one of its own kind; 0 for all
// others.
int plain_width(char32_t c) {
  if (c >= ' ' && c <= '~') return 1;
  const bool ideograph = c >= 0x4E00 && c <= 0x9FFF;
  return ideograph ? 2 : 0;
}

// One past the last of the ASCII characters from there on.
std::size_t ascii_end(std::string_view text, std::size_t offset) {
  for (; text.size() - offset >= sizeof(std::uint64_t); offset += sizeof(std::uint64_t)) {
    std::uint64_t bytes = 0;
    std::memcpy(&bytes, text.data() + offset, sizeof bytes);
    if ((bytes & 0x8080808080808080U) != 0) break;
  }
  while (offset < text.size() && static_cast<unsigned char>(text[offset]) < 0x80) ++offset;
  return offset;
}

// The width of a text of such characters alone, which is most of what is printed.
std::optional<int> plain_width(std::string_view text) {
  int width = 0;
  for (std::size_t offset = 0; offset < text.size();) {
    const CodePoint c = decode_utf8(text, offset);
    const int columns = c.valid ? plain_width(c.value) : 0;
    if (columns == 0) return std::nullopt;
    width += columns;
    offset += c.length;
  }
  return width;
}

}  // namespace

bool is_printable_ascii(std::string_view text) {
  return std::ranges::all_of(text, [](char c) { return c >= ' ' && c <= '~'; });
}

std::optional<std::size_t> first_bad_utf8(std::string_view text) {
  for (std::size_t offset = ascii_end(text, 0); offset < text.size(); offset = ascii_end(text, offset)) {
    const CodePoint c = decode_utf8(text, offset);
    if (!c.valid) return offset;
    offset += c.length;
  }
  return std::nullopt;
}

int count_code_points(std::string_view text) {
  int count = 0;
  for (std::size_t offset = 0; offset < text.size(); offset += decode_utf8(text, offset).length) ++count;
  return count;
}

int display_width(std::string_view text) {
  if (const std::optional<int> width = plain_width(text)) return *width;
  int width = 0;
  for (const detail::Cluster& cluster : detail::clusters_of(text)) width += cluster.width;
  return width;
}

std::vector<std::string_view> grapheme_clusters(std::string_view text) {
  std::vector<std::string_view> pieces;
  for (const detail::Cluster& cluster : detail::clusters_of(text)) {
    pieces.push_back(text.substr(cluster.begin, cluster.size));
  }
  return pieces;
}

std::string elide(std::string_view text, int width) {
  if (width <= 0) return "";
  // No character takes more columns than bytes.
  if (text.size() <= static_cast<std::size_t>(width)) return std::string(text);
  if (const auto plain = plain_width(text); plain && *plain <= width) return std::string(text);
  const auto clusters = detail::clusters_of(text);
  std::size_t kept = 0;  // bytes that leave room for the mark
  int columns = 0;
  for (const detail::Cluster& cluster : clusters) {
    columns += cluster.width;
    if (columns < width) kept = cluster.begin + cluster.size;
  }
  return columns <= width ? std::string(text) : std::string(text.substr(0, kept)) + "…";
}

}  // namespace qkv
