// Editing through libedit; the only file that includes it.
#include "line_editor.hpp"

#ifdef QKV_HAS_LIBEDIT

#include <cerrno>
#include <clocale>
#include <cstdio>
#include <cstdlib>
#include <string_view>
#include <unistd.h>

#include <histedit.h>

#include "line_signals.hpp"

namespace qkv {
namespace {

constexpr int remembered_lines = 500;

// What libedit calls back for has no room for more than one pointer.
struct Editing {
  LineSignals signals;
  std::string prompt;
  bool stopped = false;
  bool at_end = false;
};

Editing& editing_of(EditLine* line) {
  void* data = nullptr;
  el_get(line, EL_CLIENTDATA, &data);
  return *static_cast<Editing*>(data);
}

char* prompt_of(EditLine* line) {
  return editing_of(line).prompt.data();
}

// The bytes that follow the first one of a character.
int following_bytes(unsigned char first) {
  if (first >= 0xF0 && first < 0xF8) return 3;
  if (first >= 0xE0 && first < 0xF0) return 2;
  return first >= 0xC2 && first < 0xE0 ? 1 : 0;
}

bool next_byte(EditLine* line, unsigned char& byte) {
  Editing& editing = editing_of(line);
  while (true) {
    switch (editing.signals.wait(STDIN_FILENO)) {
      case LineSignals::Event::stop:
        editing.stopped = true;
        return false;
      case LineSignals::Event::resized:
        el_resize(line);
        el_set(line, EL_REFRESH);
        continue;
      case LineSignals::Event::input:
        break;
    }
    const ssize_t count = read(STDIN_FILENO, &byte, 1);
    if (count == 1) return true;
    if (count == 0 || (errno != EINTR && errno != EAGAIN)) {
      editing.at_end = true;
      return false;
    }
  }
}

// A character of the terminal, which speaks UTF-8 whatever the locale says.
int next_character(EditLine* line, wchar_t* character) {
  unsigned char byte = 0;
  if (!next_byte(line, byte)) return editing_of(line).stopped ? -1 : 0;
  int more = following_bytes(byte);
  auto value = static_cast<unsigned>(byte);
  if (more > 0) value &= 0x3FU >> more;
  for (; more > 0; --more) {
    if (!next_byte(line, byte)) return -1;
    value = value << 6 | (byte & 0x3FU);
  }
  *character = static_cast<wchar_t>(value);
  return 1;
}

// Ctrl-D: the character below the cursor goes; where there is none, the learner.
unsigned char delete_or_leave(EditLine* line, int) {
  const LineInfo* info = el_line(line);
  if (info->cursor == info->lastchar) return CC_EOF;
  el_cursor(line, 1);
  el_deletestr(line, 1);
  return CC_REFRESH;
}

class EditedLines final : public TypedLines {
 public:
  EditedLines() {
    line_ = el_init("qkv", stdin, stdout, stderr);
    if (line_ == nullptr) return;
    history_ = history_init();
    HistEvent event;
    history(history_, &event, H_SETSIZE, remembered_lines);
    history(history_, &event, H_SETUNIQUE, 1);
    el_set(line_, EL_CLIENTDATA, &editing_);
    el_set(line_, EL_EDITOR, "emacs");
    el_set(line_, EL_SIGNAL, 0);
    el_set(line_, EL_PROMPT, prompt_of);
    el_set(line_, EL_GETCFN, next_character);
    el_set(line_, EL_HIST, history, history_);
    bind_keys();
  }
  EditedLines(const EditedLines&) = delete;
  EditedLines& operator=(const EditedLines&) = delete;
  ~EditedLines() override {
    if (history_ != nullptr) history_end(history_);
    if (line_ != nullptr) el_end(line_);
  }

  bool works() const { return line_ != nullptr; }

  TypedLine read(const std::string& prompt, const std::string& text) override {
    editing_.prompt = prompt;
    editing_.stopped = false;
    // As if it had been typed.
    if (!text.empty()) el_push(line_, text.c_str());
    int count = 0;
    errno = 0;
    const char* typed = el_gets(line_, &count);
    if (typed == nullptr || count <= 0) {
      std::fputc('\n', stdout);
      std::fflush(stdout);
      return {editing_.stopped ? TypedLine::End::interrupted : TypedLine::End::end, ""};
    }
    std::string line(typed, static_cast<std::size_t>(count));
    while (line.ends_with('\n') || line.ends_with('\r')) line.pop_back();
    remember(line);
    return {TypedLine::End::line, std::move(line)};
  }

 private:
  void bind(const char* key, const char* action) { el_set(line_, EL_BIND, key, action, nullptr); }

  // The keys that every keyboard has and libedit does not know by itself.
  void bind_keys() {
    // The wide form: the narrow one never frees the two names.
    el_wset(line_, EL_ADDFN, L"delete-or-leave", L"delete-or-leave", delete_or_leave);
    bind("\004", "delete-or-leave");
    bind("\t", "ed-insert");
    bind("\033[A", "ed-prev-history");
    bind("\033[B", "ed-next-history");
    bind("\033[C", "ed-next-char");
    bind("\033[D", "ed-prev-char");
    bind("\033OA", "ed-prev-history");
    bind("\033OB", "ed-next-history");
    bind("\033OC", "ed-next-char");
    bind("\033OD", "ed-prev-char");
    bind("\033[H", "ed-move-to-beg");
    bind("\033[F", "ed-move-to-end");
    bind("\033OH", "ed-move-to-beg");
    bind("\033OF", "ed-move-to-end");
    bind("\033[1~", "ed-move-to-beg");
    bind("\033[4~", "ed-move-to-end");
    bind("\033[3~", "ed-delete-next-char");
    bind("\033[1;5C", "em-next-word");
    bind("\033[1;5D", "ed-prev-word");
  }

  void remember(const std::string& line) {
    if (line.find_first_not_of(" \t") == std::string::npos) return;
    HistEvent event;
    history(history_, &event, H_ENTER, line.c_str());
  }

  Editing editing_;
  EditLine* line_ = nullptr;
  History* history_ = nullptr;
};

// Characters are UTF-8 here whatever the user's locale is; numbers stay as they are. Nothing to be had:
// false.
bool use_utf8() {
  for (const char* name : {"C.UTF-8", "C.utf8", "en_US.UTF-8", "zh_CN.UTF-8"}) {
    if (std::setlocale(LC_CTYPE, name) != nullptr) return true;
  }
  return false;
}

}  // namespace

std::shared_ptr<TypedLines> edited_lines() {
  const char* kind = std::getenv("TERM");
  if (kind == nullptr || std::string_view(kind).empty() || std::string_view(kind) == "dumb" || !use_utf8())
    return nullptr;
  auto lines = std::make_shared<EditedLines>();
  return lines->works() ? lines : nullptr;
}

}  // namespace qkv

#else

namespace qkv {

std::shared_ptr<TypedLines> edited_lines() {
  return nullptr;
}

}  // namespace qkv

#endif
