// JSON Lines, piece by piece.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "qkv/system/files.hpp"

namespace qkv {

// Longer lines are no submissions; they are passed over.
inline constexpr std::size_t most_line_bytes = std::size_t{64} << 20;

struct TextLine {
  std::string text;
  int number = 1;
  bool too_long = false;  // without its text
};

enum class LineEncoding {
  told_by_beginning,  // UTF-16 becomes UTF-8, which takes the whole text at once
  utf8                // a protocol: what begins like something else is a line that cannot be read, no more
};

// Lines with nothing in them are counted and passed over. Bytes that are not UTF-8 are left to whoever reads
// the lines.
class LineReader {
 public:
  explicit LineReader(ReadSome read, LineEncoding encoding = LineEncoding::told_by_beginning)
      : read_(std::move(read)), begun_(encoding == LineEncoding::utf8) {}

  // The next lines: as many as have been read already, at most that many; waits until there is one. None: the
  // end, or a fault.
  std::vector<TextLine> next(std::size_t most);
  // Why reading stopped, if it was not the end.
  const std::optional<Diagnostic>& fault() const { return fault_; }

 private:
  bool read_more();
  void begin();
  void convert();
  void take_lines(std::size_t most, std::vector<TextLine>& lines);
  void take_rest(std::vector<TextLine>& lines);
  void add(std::size_t end, std::vector<TextLine>& lines);

  ReadSome read_;
  std::string buffer_;
  std::size_t at_ = 0;        // the beginning of the next line
  std::size_t searched_ = 0;  // up to here there is no line end
  int number_ = 0;
  bool begun_;  // the encoding is known
  bool ended_ = false;
  bool skipping_ = false;  // inside a line that is too long
  std::optional<Diagnostic> fault_;
};

}  // namespace qkv
