// Single lines of a Markdown sheet: headings, rows of a table, rows of bare numbers.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "sheet_text.hpp"

namespace qkv::sheets {

struct Heading {
  std::string name;          // as written, without marks around it
  std::optional<Step> step;  // of that name
  int batch = 0;             // from 0
  int head = 0;
  bool bad_part = false;  // "[head x]", "[batch 0]"
};

// "## weights [batch 1, head 2]"; also a line that holds nothing but the id of a table.
std::optional<Heading> read_heading(std::string_view line);

// A cell between two bars, with the byte at which its text begins.
struct Piece {
  std::string_view text;  // trimmed
  std::size_t offset = 0;
};

// The cells of a line with bars in it, those that are not escaped; empty for any other line.
std::vector<Piece> split_at_bars(std::string_view line);
// |---|:-:|, with whatever a word processor made of the dashes.
bool is_separator(const std::vector<Piece>& pieces);

// The text without pairs of marks around it (bold, code, quotation marks) and without backslashes.
std::string cell_text(std::string_view text);
// The same of a name, which may have quotation marks of its own.
std::string name_text(std::string_view text);

// A row that was typed without bars: "0.25 0.50 0.25" or "过高: 0.25 0.50 0.25".
struct TypedRow {
  std::string name;
  std::string numbers;
};
std::optional<TypedRow> read_typed_row(std::string_view line);

// "learner: s001".
struct KeyLine {
  std::string key;  // in lower case
  std::string value;
};
std::optional<KeyLine> read_key_line(std::string_view line);

}  // namespace qkv::sheets
