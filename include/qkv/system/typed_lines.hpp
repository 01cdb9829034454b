// Lines from a person at a terminal, or from a pipe.
#pragma once

#include <cstddef>
#include <memory>
#include <string>

namespace qkv {

struct TypedLine {
  enum class End {
    line,         // it is complete
    end,          // no more comes: Ctrl-D, or the end of the pipe
    interrupted,  // Ctrl-C, or a signal that asks to stop
  };
  End end = End::line;
  std::string text;  // without its line break; empty where the end has come
  // More than longest_line: the text is empty, nothing of the line comes any more.
  bool is_too_long = false;
};

constexpr std::size_t longest_line = std::size_t{1} << 16;  // bytes

class TypedLines {
 public:
  virtual ~TypedLines() = default;
  // Shows the prompt where it makes sense and waits for a line. It begins with `text`, which can be mended,
  // where lines can be edited; elsewhere that is left out, and where something was typed ahead or pasted.
  virtual TypedLine read(const std::string& prompt, const std::string& text) = 0;
  // Whether a line is there already that nobody has read: typed ahead, or pasted.
  virtual bool has_typed_ahead() = 0;
};

// Standard input. At a terminal lines can be edited and called back, and characters of any language be typed,
// whatever the locale says; from a pipe they are read as they come. While it exists SIGINT, SIGTERM and
// SIGHUP end the reading instead of the program, a second SIGINT the program. Ctrl-Z leaves the terminal as
// it was; when the program goes on, the line stands there again.
std::shared_ptr<TypedLines> standard_lines();

}  // namespace qkv
