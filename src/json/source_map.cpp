#include "qkv/json/source_map.hpp"

#include <algorithm>
#include <cstring>
#include <utility>

namespace qkv {
namespace {

constexpr std::size_t block = 64;
constexpr std::size_t longest_excerpt = 16 * 1024;

// All bytes but those that continue a code point, whose highest bits are 10.
std::size_t code_points(std::string_view text) {
  std::size_t count = text.size();
  for (; text.size() >= sizeof(std::uint64_t); text.remove_prefix(sizeof(std::uint64_t))) {
    std::uint64_t bytes = 0;
    std::memcpy(&bytes, text.data(), sizeof bytes);
    // A 1 for each byte with the highest bits 10; the product adds them up in its highest byte.
    const std::uint64_t ones = (bytes & (~bytes << 1U) & 0x8080808080808080U) >> 7U;
    count -= static_cast<std::size_t>((ones * 0x0101010101010101U) >> 56U);
  }
  for (const char byte : text) count -= (static_cast<unsigned char>(byte) & 0xC0) == 0x80 ? 1U : 0U;
  return count;
}

}  // namespace

SourceMap::SourceMap(std::string_view text, int first_line) : first_line_(first_line) {
  is_ascii_ = code_points(text) == text.size();
  if (!is_ascii_) count_code_points(text);
  if (text.find('\n') != std::string_view::npos || text.find('\r') != std::string_view::npos)
    find_lines(text);
}

void SourceMap::count_code_points(std::string_view text) {
  code_points_.reserve(text.size() / block + 1);
  std::uint32_t before = 0;
  for (std::size_t begin = 0; begin <= text.size(); begin += block) {
    code_points_.push_back(before);
    before += static_cast<std::uint32_t>(code_points(text.substr(begin, block)));
  }
}

void SourceMap::find_lines(std::string_view text) {
  for (std::size_t at = 0; at < text.size(); ++at) {
    if (text[at] != '\n' && text[at] != '\r') continue;
    const bool half = text[at] == '\r' && at + 1 < text.size() && text[at + 1] == '\n';
    if (!half) later_lines_.push_back(static_cast<std::uint32_t>(at + 1));
  }
}

std::size_t SourceMap::line_index(std::size_t offset) const {
  if (later_lines_.empty()) return 0;
  return static_cast<std::size_t>(std::ranges::upper_bound(later_lines_, offset) - later_lines_.begin());
}

std::size_t SourceMap::line_start(std::size_t index) const {
  return index == 0 ? 0 : later_lines_[index - 1];
}

int SourceMap::line(std::size_t offset) const {
  return first_line_ + static_cast<int>(line_index(offset));
}

std::size_t SourceMap::code_points_before(std::string_view text, std::size_t offset) const {
  const std::size_t known = offset / block;
  return code_points_[known] + code_points(text.substr(known * block, offset - known * block));
}

int SourceMap::column(std::string_view text, std::size_t offset) const {
  const std::size_t start = line_start(line_index(offset));
  if (is_ascii_) return 1 + static_cast<int>(offset - start);
  if (offset - start < block) return 1 + static_cast<int>(code_points(text.substr(start, offset - start)));
  return static_cast<int>(code_points_before(text, offset) - code_points_before(text, start)) + 1;
}

std::string SourceMap::line_text(std::string_view text, std::size_t offset) const {
  const std::size_t index = line_index(offset);
  const std::size_t start = line_start(index);
  std::size_t end = index < later_lines_.size() ? line_start(index + 1) : text.size();
  while (end > start && (text[end - 1] == '\n' || text[end - 1] == '\r')) --end;
  if (end - start > longest_excerpt) return {};
  return std::string(text.substr(start, end - start));
}

Place SourceMap::place(std::string_view text, std::size_t offset, std::string file,
                       std::string pointer) const {
  return {std::move(file), line(offset), column(text, offset), std::move(pointer), line_text(text, offset)};
}

}  // namespace qkv
