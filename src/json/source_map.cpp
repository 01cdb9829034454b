#include "qkv/json/source_map.hpp"

#include <algorithm>
#include <utility>

namespace qkv {
namespace {

constexpr std::size_t block = 1024;
constexpr std::size_t longest_excerpt = 16 * block;

bool begins_code_point(char byte) {
  return (static_cast<unsigned char>(byte) & 0xC0) != 0x80;
}

std::size_t code_points(std::string_view text) {
  return static_cast<std::size_t>(std::ranges::count_if(text, begins_code_point));
}

}  // namespace

SourceMap::SourceMap(std::string_view text, int first_line) : first_line_(first_line), line_starts_{0} {
  std::uint32_t code_points = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (i % block == 0) code_points_.push_back(code_points);
    if (begins_code_point(text[i])) ++code_points;
    const bool lone_cr = text[i] == '\r' && (i + 1 == text.size() || text[i + 1] != '\n');
    if (text[i] == '\n' || lone_cr) line_starts_.push_back(static_cast<std::uint32_t>(i + 1));
  }
  if (text.size() % block == 0) code_points_.push_back(code_points);
}

std::size_t SourceMap::line_index(std::size_t offset) const {
  return static_cast<std::size_t>(std::ranges::upper_bound(line_starts_, offset) - line_starts_.begin()) - 1;
}

int SourceMap::line(std::size_t offset) const {
  return first_line_ + static_cast<int>(line_index(offset));
}

std::size_t SourceMap::code_points_before(std::string_view text, std::size_t offset) const {
  const std::size_t known = offset / block;
  return code_points_[known] + code_points(text.substr(known * block, offset - known * block));
}

int SourceMap::column(std::string_view text, std::size_t offset) const {
  const std::size_t start = line_starts_[line_index(offset)];
  if (offset - start < block) return 1 + static_cast<int>(code_points(text.substr(start, offset - start)));
  return static_cast<int>(code_points_before(text, offset) - code_points_before(text, start)) + 1;
}

std::string SourceMap::line_text(std::string_view text, std::size_t offset) const {
  const std::size_t index = line_index(offset);
  const std::size_t start = line_starts_[index];
  std::size_t end = index + 1 < line_starts_.size() ? line_starts_[index + 1] : text.size();
  while (end > start && (text[end - 1] == '\n' || text[end - 1] == '\r')) --end;
  if (end - start > longest_excerpt) return {};
  return std::string(text.substr(start, end - start));
}

Place SourceMap::place(std::string_view text, std::size_t offset, std::string file,
                       std::string pointer) const {
  return {std::move(file), line(offset), column(text, offset), std::move(pointer), line_text(text, offset)};
}

}  // namespace qkv
