#include "qkv/render/pages.hpp"

#include <algorithm>

namespace qkv {
namespace {

bool is_blank(const RenderedLine& line) {
  return line.text.find_first_not_of(" \n") == std::string::npos;
}

std::size_t without_blanks_at_end(const std::vector<RenderedLine>& lines, std::size_t from, std::size_t to) {
  while (to > from && is_blank(lines[to - 1])) --to;
  return to;
}

bool has_room(const std::vector<RenderedLine>& lines, std::size_t from, std::size_t to, PageSize size) {
  return rows_of(lines, from, to, size) <= size.rows;
}

bool fits(const std::vector<RenderedLine>& lines, std::size_t from, std::size_t to, PageSize size) {
  return has_room(lines, from, without_blanks_at_end(lines, from, to), size);
}

// The first line that does not fit any more.
std::size_t overflow(const std::vector<RenderedLine>& lines, std::size_t from, PageSize size) {
  std::size_t end = from;
  while (end < lines.size() && fits(lines, from, end + 1, size)) ++end;
  return end;
}

// What a line belongs to, if only such cuts part things.
struct Unit {
  std::size_t begin;
  std::size_t end;
};
Unit unit_around(const std::vector<RenderedLine>& lines, std::size_t line, Cut cut) {
  Unit unit{line, line + 1};
  while (unit.begin > 0 && lines[unit.begin].before < cut) --unit.begin;
  while (unit.end < lines.size() && lines[unit.end].before < cut) ++unit.end;
  return unit;
}

}  // namespace

bool introduces(const Block& block) {
  const auto* paragraph = std::get_if<Paragraph>(&block);
  return paragraph != nullptr && (paragraph->text.ends_with(":") || paragraph->text.ends_with("\uFF1A"));
}

bool introduces(const Document& document) {
  return !document.sections.empty() && !document.sections.back().blocks.empty() &&
         introduces(document.sections.back().blocks.back());
}

long rows_of(const std::vector<RenderedLine>& lines, std::size_t from, std::size_t to, PageSize size) {
  long rows = 0;
  for (std::size_t at = from; at < to; ++at)
    rows += std::max((lines[at].width + size.width - 1) / size.width, 1);
  return rows;
}

std::size_t page_end(const std::vector<RenderedLine>& lines, std::size_t from, PageSize size) {
  const std::size_t limit = overflow(lines, from, size);
  if (limit >= lines.size()) return lines.size();
  for (const Cut cut : {Cut::block, Cut::part}) {
    const Unit unit = unit_around(lines, limit, cut);
    if (unit.begin > from && fits(lines, unit.begin, unit.end, size)) return unit.begin;
  }
  for (std::size_t end = limit; end > from; --end) {
    if (lines[end].before != Cut::never) return end;
  }
  return std::max(limit, from + 1);
}

std::size_t shown_end(const std::vector<RenderedLine>& lines, std::size_t from, std::size_t to,
                      PageSize size) {
  while (to > from && is_blank(lines[to - 1]) && !has_room(lines, from, to, size)) --to;
  return to;
}

}  // namespace qkv
