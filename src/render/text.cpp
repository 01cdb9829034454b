// The walk over a document: clean the texts, turn each block into lines, print them with the right distances.
#include "qkv/render/text.hpp"

#include <utility>

#include "text_blocks.hpp"

namespace qkv {
namespace {

using rendering::Color;
using rendering::Lines;
using rendering::Setting;

Lines lines_of(const Block& block, const Setting& setting) {
  return std::visit(
      [&](const auto& kind) {
        return setting.options.plain ? rendering::plain(kind, setting) : rendering::drawn(kind, setting);
      },
      block);
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

}  // namespace

std::string render_text(Document document, const TextOptions& options) {
  const Document clean = rendering::cleaned(std::move(document), options);
  const Setting setting{clean, options};
  const Color color = options.color && !options.plain ? Color::always : Color::never;
  std::string output;
  const Block* above = nullptr;
  for (const Section& section : clean.sections) {
    for (const Block& block : section.blocks) {
      const Lines lines = lines_of(block, setting);
      if (lines.empty()) continue;
      if (above && set_apart(*above, block)) output += '\n';
      for (const auto& line : lines) print(line, color, output);
      above = &block;
    }
  }
  return output;
}

}  // namespace qkv
