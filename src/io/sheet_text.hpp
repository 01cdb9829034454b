// The text of a sheet: UTF-8, in lines that know their number.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "qkv/base/fault_list.hpp"
#include "qkv/base/result.hpp"
#include "qkv/grade/answers.hpp"

namespace qkv::sheets {

struct Line {
  int number = 0;         // from 1
  std::string_view text;  // without its line end
};

// Ended by LF, CR LF or a lone CR.
std::vector<Line> lines_of(std::string_view text);

// UTF-8 from whatever it was. Bytes that are none are replaced and reported; nothing, and why, for a text
// that cannot be read at all.
std::optional<std::string> readable_text(std::string text, const std::string& file, FaultList& faults);

// The codes of the faults that a kind of list has for its text.
struct UnreadableList {
  std::string_view utf8;
  std::string_view too_large;
};
// The same for a list of names, which may be GBK as well. Names that are lost cannot be made up for as in a
// sheet, so that other bytes are a fault of the whole.
Result<std::string> readable_list(const std::string& text, const std::string& file,
                                  const UnreadableList& codes);

// Of the character that begins at that byte.
int column_of(std::string_view line, std::size_t offset);
Place place_in(const Line& line, std::size_t offset, const std::string& file);

// Blanks, the wide and unbreakable ones and those without width too.
bool is_blank(char32_t c);

// The text without blanks around it.
std::string_view trimmed(std::string_view text);

// Full-width forms as ASCII: "＃" is "#", "［" is "[".
std::string folded(std::string_view text);

// ASCII letters in lower case.
std::string lower_case(std::string_view text);

// Fit for a message: control characters shown, cut when very long.
std::string shown(std::string_view text);

// The first character that breaks lines or controls a device rather than showing.
std::optional<char32_t> first_control(std::string_view text);

// A name as it is kept: nothing if some of it was not readable.
std::string readable_name(std::string_view name);

bool is_number(std::string_view text);

// The id of a table in any letter case: "Weights".
std::optional<Step> step_of_id(std::string_view id);
// The id that was probably meant, or nothing.
std::string nearest_step(std::string_view id);

// Sets the problem, the learner or the learner's name, or reports why that is no name. The first one counts.
void take_name(std::string& target, std::string_view value, int columns, const Place& place,
               FaultList& faults);

}  // namespace qkv::sheets
