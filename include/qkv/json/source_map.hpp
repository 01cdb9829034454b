// From byte offsets to lines and columns, in logarithmic time however long the lines are.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "qkv/base/result.hpp"

namespace qkv {

// Built once for a text of less than 4 GiB; the text itself is handed in again with each question.
class SourceMap {
 public:
  SourceMap() = default;
  explicit SourceMap(std::string_view text, int first_line = 1);

  // Lines count from the first line's number, columns from 1 and in code points. A line ends with LF, CR LF
  // or a lone CR.
  int line(std::size_t offset) const;
  int column(std::string_view text, std::size_t offset) const;
  LineColumn line_column(std::string_view text, std::size_t offset) const {
    if (is_ascii_ && later_lines_.empty()) return {first_line_, 1 + static_cast<int>(offset)};
    return {line(offset), column(text, offset)};
  }
  // The line that holds the offset, without its line break; empty if it is too long for an excerpt (16 KiB).
  std::string line_text(std::string_view text, std::size_t offset) const;

  Place place(std::string_view text, std::size_t offset, std::string file, std::string pointer) const;

 private:
  void count_code_points(std::string_view text);
  void find_lines(std::string_view text);
  std::size_t line_index(std::size_t offset) const;  // from 0
  std::size_t line_start(std::size_t index) const;
  std::size_t code_points_before(std::string_view text, std::size_t offset) const;

  int first_line_ = 1;
  bool is_ascii_ = true;
  // Nothing is kept of what most texts of one line do not have.
  std::vector<std::uint32_t> later_lines_;  // where the second line begins, the third …
  std::vector<std::uint32_t> code_points_;  // before every 64th byte; none of ASCII
};

}  // namespace qkv
