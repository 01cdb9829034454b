// Headings, paragraphs, formulas, notes and lists as on a blackboard.
#include "text_blocks.hpp"

#include <algorithm>

#include "qkv/text/unicode.hpp"
#include "text_glyphs.hpp"

namespace qkv::rendering {
namespace {

// Where the rule of a step ends; one length for all steps, and room for it on every terminal.
constexpr int rule_end = 64;

Lines document_heading(const std::string& text, const Setting& setting) {
  Lines lines = hanging({}, text, setting.options.width, Ink::strong);
  int width = 0;
  for (const Line& line : lines) width = std::max(width, line_width(line));
  lines.push_back({{repeat(glyphs_for(setting.options).underline, width), Ink::strong}});
  return lines;
}

Lines step_heading(const std::string& text, const Setting& setting) {
  const std::string_view dash = glyphs_for(setting.options).horizontal;
  const std::optional<int> width = setting.options.width;
  Lines lines = hanging({repeat(dash, 2) + " ", Ink::faint}, text, width, Ink::strong);
  const int end = width ? std::min(*width, rule_end) : rule_end;
  const int used = line_width(lines.back());
  if (used + 2 <= end) lines.back().push_back({" " + repeat(dash, end - used - 1), Ink::faint});
  return lines;
}

}  // namespace

Lines drawn(const Heading& heading, const Setting& setting) {
  if (heading.text.empty()) return {};
  if (heading.level <= 1) return document_heading(heading.text, setting);
  if (heading.level == 2) return step_heading(heading.text, setting);
  return hanging({}, heading.text, setting.options.width, Ink::strong);
}

Lines drawn(const Paragraph& paragraph, const Setting& setting) {
  if (paragraph.text.empty()) return {};
  return hanging({}, paragraph.text, setting.options.width);
}

Lines drawn(const Formula& formula, const Setting&) {
  if (formula.text.empty()) return {};
  return {{{blanks(4)}, {formula.text}}};
}

Lines drawn(const Note& note, const Setting& setting) {
  if (note.text.empty()) return {};
  const std::string start = std::string(sign(note.kind, setting.options)) + " ";
  Lines lines = hanging({start, ink_of(note.kind)}, note.text, setting.options.width);
  const std::string below = "  " + std::string(glyphs_for(setting.options).bullet) + " ";
  for (const std::string& detail : note.details) {
    for (Line& line : hanging({below}, detail, setting.options.width)) lines.push_back(std::move(line));
  }
  return lines;
}

Lines drawn(const List& list, const Setting& setting) {
  const std::string start = std::string(glyphs_for(setting.options).bullet) + " ";
  Lines lines;
  for (const std::string& item : list.items) {
    for (Line& line : hanging({start}, item, setting.options.width)) lines.push_back(std::move(line));
  }
  return lines;
}

}  // namespace qkv::rendering
