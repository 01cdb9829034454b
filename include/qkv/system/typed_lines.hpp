// Lines from a person at a terminal, or from a pipe.
#pragma once

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
};

class TypedLines {
 public:
  virtual ~TypedLines() = default;
  // Shows the prompt where it makes sense and waits for a line. It begins with `text`, which can be mended,
  // where lines can be edited; elsewhere that is left out.
  virtual TypedLine read(const std::string& prompt, const std::string& text) = 0;
};

// Standard input. At a terminal lines can be edited and called back, and characters of any language be typed,
// whatever the locale says; from a pipe they are read as they come. While it exists SIGINT, SIGTERM and
// SIGHUP end the reading instead of the program, a second SIGINT the program.
std::shared_ptr<TypedLines> standard_lines();

}  // namespace qkv
