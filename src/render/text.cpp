// The walk over a document: clean the texts, turn each block into lines, print them with the right distances.
#include "qkv/render/text.hpp"

#include <utility>

#include "qkv/render/pages.hpp"
#include "text_blocks.hpp"

namespace qkv {
namespace {

using rendering::Color;
using rendering::DrawnTable;
using rendering::Lines;
using rendering::Setting;

// A block that is no drawn table is cut anywhere but behind a first line that says what it is about.
std::vector<Cut> cuts_of(const Block& block, std::size_t count) {
  std::vector<Cut> cuts(count, Cut::line);
  if (std::holds_alternative<Heading>(block) || std::holds_alternative<Plot>(block))
    cuts.assign(count, Cut::never);
  if (std::holds_alternative<Table>(block) && count > 1) cuts[1] = Cut::never;
  return cuts;
}

DrawnTable lines_of(const Block& block, const Setting& setting) {
  const auto* table = std::get_if<Table>(&block);
  if (table != nullptr && !setting.options.plain) return drawn_with_cuts(*table, setting);
  Lines lines = std::visit(
      [&](const auto& kind) {
        return setting.options.plain ? rendering::plain(kind, setting) : rendering::drawn(kind, setting);
      },
      block);
  std::vector<Cut> cuts = cuts_of(block, lines.size());
  return {std::move(lines), std::move(cuts)};
}

template <typename Kind>
bool both(const Block& above, const Block& below) {
  return std::holds_alternative<Kind>(above) && std::holds_alternative<Kind>(below);
}

// A heading stands close to what it heads, formulas and notes stay in one bunch; all else is set apart.
bool set_apart(const Block& above, const Block& below) {
  if (const auto* heading = std::get_if<Heading>(&above)) return heading->level <= 1;
  return !both<Formula>(above, below) && !both<Note>(above, below);
}

// What is torn apart where a page ends between two blocks.
Cut cut_between(const Block& above, std::size_t lines_above, const Block& below) {
  if (std::holds_alternative<Heading>(above) || introduces(above)) return Cut::never;
  // A single line above a table is likely to say what the table is.
  const bool is_caption = std::holds_alternative<Paragraph>(above) && lines_above == 1;
  return is_caption && std::holds_alternative<Table>(below) ? Cut::part : Cut::block;
}

}  // namespace

std::vector<RenderedLine> render_text_lines(Document document, const TextOptions& options) {
  const Document clean = rendering::cleaned(std::move(document), options);
  const Setting setting{clean, options};
  const Color color = options.color && !options.plain ? Color::always : Color::never;
  std::vector<RenderedLine> output;
  const Block* above = nullptr;
  std::size_t lines_above = 0;
  std::size_t number = 0;
  for (const Section& section : clean.sections) {
    for (const Block& block : section.blocks) {
      const DrawnTable drawn = lines_of(block, setting);
      ++number;
      if (drawn.lines.empty()) continue;
      if (above && set_apart(*above, block)) output.push_back({"\n", 0, Cut::never, number});
      for (std::size_t at = 0; at < drawn.lines.size(); ++at) {
        RenderedLine line{"", rendering::line_width(drawn.lines[at]), drawn.cuts[at], number};
        if (at == 0) line.before = above ? cut_between(*above, lines_above, block) : Cut::block;
        print(drawn.lines[at], color, line.text);
        output.push_back(std::move(line));
      }
      above = &block;
      lines_above = drawn.lines.size();
    }
  }
  return output;
}

std::string render_text(Document document, const TextOptions& options) {
  std::string output;
  for (const RenderedLine& line : render_text_lines(std::move(document), options)) output += line.text;
  return output;
}

}  // namespace qkv
