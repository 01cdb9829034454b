// The signs that text output draws with, in two sets: Unicode and ASCII.
#pragma once

#include <string_view>

#include "qkv/render/text.hpp"
#include "text_line.hpp"

namespace qkv::rendering {

struct Glyphs {
  std::string_view underline;   // under the document's heading
  std::string_view horizontal;  // rules
  std::string_view vertical;    // between row names and cells
  std::string_view cross;       // where the two meet
  std::string_view bullet;
  std::string_view between_names;   // of a row and a column: "过高 · 违约金"
  std::string_view bar;             // one column of a bar
  std::string_view bar_half_right;  // the end of a bar that grows to the right; empty if there is none
  std::string_view bar_half_left;   // the end of a bar that grows to the left
  // The corner of a table: "query ↓ key →", "query \ key".
  std::string_view after_row_axis;
  std::string_view before_column_axis;
  std::string_view after_column_axis;
  std::string_view minus_infinity;
  std::string_view infinity;
};

const Glyphs& glyphs_for(const TextOptions& options);

// One sign for each kind and mark, no two alike, so that nothing rests on colour.
std::string_view sign(NoteKind kind, const TextOptions& options);
std::string_view sign(Mark mark, const TextOptions& options);  // empty for Mark::none

Ink ink_of(NoteKind kind);
Ink ink_of(Mark mark);
Ink ink_of(Role role);

}  // namespace qkv::rendering
