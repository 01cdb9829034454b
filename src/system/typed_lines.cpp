// Lines as they come.
#include "qkv/system/typed_lines.hpp"

#include <cerrno>
#include <unistd.h>

#include "descriptor.hpp"
#include "line_editor.hpp"
#include "line_signals.hpp"

namespace qkv {
namespace {

constexpr std::size_t longest_line = std::size_t{1} << 16;

class PlainLines final : public TypedLines {
 public:
  explicit PlainLines(bool shows_prompt) : shows_prompt_(shows_prompt) {}

  TypedLine read(const std::string& prompt, const std::string&) override {
    if (shows_prompt_) write_fully(STDOUT_FILENO, prompt);
    std::string line;
    while (true) {
      const std::size_t end = waiting_.find('\n');
      if (end != std::string::npos) {
        line += waiting_.substr(0, end);
        waiting_.erase(0, end + 1);
        return {TypedLine::End::line, tidy(std::move(line))};
      }
      line += waiting_;
      waiting_.clear();
      if (line.size() > longest_line) line.resize(longest_line);  // no numbers are that long
      if (at_end_) break;
      if (signals_.wait(STDIN_FILENO) == LineSignals::Event::stop) return {TypedLine::End::interrupted, ""};
      fill();
    }
    if (line.empty()) return {TypedLine::End::end, ""};
    return {TypedLine::End::line, tidy(std::move(line))};
  }

 private:
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
