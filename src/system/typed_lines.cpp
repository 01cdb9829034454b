// Lines as they come.
#include "qkv/system/typed_lines.hpp"

#include <cerrno>
#include <unistd.h>

#include "descriptor.hpp"
#include "line_editor.hpp"
#include "line_signals.hpp"

namespace qkv {
namespace {

class PlainLines final : public TypedLines {
 public:
  explicit PlainLines(bool shows_prompt) : shows_prompt_(shows_prompt) {}

  TypedLine read(const std::string& prompt, const std::string&) override {
    show(prompt);
    std::string line;
    bool too_long = false;
    while (true) {
      const std::size_t end = waiting_.find('\n');
      line.append(waiting_, 0, end);
      waiting_.erase(0, end == std::string::npos ? end : end + 1);
      // What is too long is not kept, however long it may be.
      if (line.size() > longest_line) too_long = true;
      if (too_long) line.clear();
      if (end != std::string::npos) break;
      if (at_end_ && line.empty() && !too_long) return {TypedLine::End::end, ""};
      if (at_end_) break;
      if (!wait(prompt)) return {TypedLine::End::interrupted, ""};
      fill();
    }
    return {TypedLine::End::line, tidy(std::move(line)), too_long};
  }

  bool has_typed_ahead() override {
    return waiting_.find('\n') != std::string::npos || comes_at_once(STDIN_FILENO);
  }

 private:
  void show(const std::string& prompt) {
    if (shows_prompt_) write_fully(STDOUT_FILENO, prompt);
  }

  // False: it is to stop.
  bool wait(const std::string& prompt) {
    while (true) {
      switch (signals_.wait(STDIN_FILENO)) {
        case LineSignals::Event::input:
          return true;
        case LineSignals::Event::stop:
          return false;
        case LineSignals::Event::suspend:
          signals_.pause();
          show(prompt);
          break;
        case LineSignals::Event::resumed:
          show(prompt);
          break;
        case LineSignals::Event::nothing:
        case LineSignals::Event::resized:
          break;
      }
    }
  }

  void fill() {
    char chunk[4096];
    const ssize_t count = ::read(STDIN_FILENO, chunk, sizeof chunk);
    if (count > 0) {
      waiting_.append(chunk, static_cast<std::size_t>(count));
    } else if (count == 0 || (errno != EINTR && errno != EAGAIN)) {
      at_end_ = true;
    }
  }

  // Without the mark of a file that begins with one, and the carriage return of another system.
  std::string tidy(std::string line) {
    if (first_ && line.starts_with("\xEF\xBB\xBF")) line.erase(0, 3);
    first_ = false;
    if (line.ends_with('\r')) line.pop_back();
    return line;
  }

  bool shows_prompt_;
  LineSignals signals_;
  std::string waiting_;
  bool at_end_ = false;
  bool first_ = true;
};

}  // namespace

std::shared_ptr<TypedLines> standard_lines() {
  const bool terminal = isatty(STDIN_FILENO) == 1 && isatty(STDOUT_FILENO) == 1;
  if (terminal) {
    if (auto editor = edited_lines()) return editor;
  }
  return std::make_shared<PlainLines>(terminal);
}

}  // namespace qkv
