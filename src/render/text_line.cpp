#include "text_line.hpp"

#include <algorithm>

#include "qkv/text/unicode.hpp"

namespace qkv::rendering {
namespace {

constexpr int narrowest_text = 12;

// The eight basic colours only: they follow the reader's own palette, on dark and on light ground.
std::string_view code(Ink ink) {
  switch (ink) {
    case Ink::none:
      return "";
    case Ink::strong:
      return "\x1b[1m";
    case Ink::faint:
      return "\x1b[2m";
    case Ink::accent:
      return "\x1b[36m";
    case Ink::good:
      return "\x1b[32m";
    case Ink::doubtful:
      return "\x1b[33m";
    case Ink::bad:
      return "\x1b[31m";
  }
  return "";
}

void trim_end(Line& line) {
  while (!line.empty()) {
    std::string& text = line.back().text;
    while (!text.empty() && text.back() == ' ') text.pop_back();
    if (!text.empty()) return;
    line.pop_back();
  }
}

}  // namespace

std::string repeat(std::string_view sign, int count) {
  std::string text;
  for (int i = 0; i < count; ++i) text += sign;
  return text;
}

std::string blanks(int count) {
  return std::string(static_cast<std::size_t>(std::max(count, 0)), ' ');
}

std::string pad_right(const std::string& text, int width) {
  return text + blanks(width - display_width(text));
}

std::string pad_left(const std::string& text, int width) {
  return blanks(width - display_width(text)) + text;
}

int line_width(const Line& line) {
  int width = 0;
  for (const Piece& piece : line) width += display_width(piece.text);
  return width;
}

void print(Line line, Color color, std::string& output) {
  trim_end(line);
  for (const Piece& piece : line) {
    const bool inked = color == Color::always && piece.ink != Ink::none && !piece.text.empty();
    if (inked) output += code(piece.ink);
    output += piece.text;
    if (inked) output += "\x1b[0m";
  }
  output += '\n';
}

Lines hanging(const Piece& first, const std::string& text, std::optional<int> width, Ink ink) {
  const int indent = display_width(first.text);
  if (!width || indent + display_width(text) <= *width) return {{first, {text, ink}}};
  Lines lines;
  for (std::string& part : wrap(text, std::max(*width - indent, narrowest_text))) {
    lines.push_back({lines.empty() ? first : Piece{blanks(indent)}, {std::move(part), ink}});
  }
  return lines;
}

}  // namespace qkv::rendering
