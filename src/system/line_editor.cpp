// Editing through libedit; the only file that includes it.
#include "line_editor.hpp"

#ifdef QKV_HAS_LIBEDIT

#include <cerrno>
#include <clocale>
#include <cstdio>
#include <cstdlib>
#include <string_view>
#include <unistd.h>
#include <utility>
#include <vector>

#include <histedit.h>

#include "key_reader.hpp"
#include "line_rows.hpp"
#include "line_signals.hpp"

namespace qkv {
namespace {

constexpr int remembered_lines = 500;
// The bytes of a key come together, also through a slow network; nobody types Esc and a letter that fast.
constexpr int key_milliseconds = 100;

// What libedit calls back for has no room for more than one pointer.
struct Editing {
  LineSignals signals;
  KeyReader keys;
  std::u32string typed;  // and not yet taken by the line
  std::string prompt;
  std::string kept;  // what the line is to begin with
  std::vector<RowEnd> row_ends;
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

// ---- drawing again ----

std::wstring wide(const std::string& text) {
  std::vector<wchar_t> characters(text.size() + 1);
  const std::size_t count = std::mbstowcs(characters.data(), text.c_str(), characters.size());
  return count == static_cast<std::size_t>(-1) ? L"" : std::wstring(characters.data(), count);
}

// The prompt and as much of the line as that.
std::wstring shown_up_to(EditLine* line, const wchar_t* end) {
  return wide(editing_of(line).prompt) + std::wstring(el_wline(line)->buffer, end);
}

int columns_of(EditLine* line) {
  int columns = 0;
  el_get(line, EL_GETTC, "co", &columns);
  return columns;
}

// libedit draws from where the cursor is and believes the rest to be empty.
void draw_from_here(EditLine* line) {
  std::fputs("\r\033[J", stdout);
  el_set(line, EL_REFRESH);
  editing_of(line).row_ends = row_ends(shown_up_to(line, el_wline(line)->lastchar), columns_of(line));
}

// Most terminals break the rows anew, and the cursor goes along with its character.
void on_resized(EditLine* line) {
  el_resize(line);
  const std::wstring before = shown_up_to(line, el_wline(line)->cursor);
  if (const int rows = rows_above_end(before, columns_of(line), editing_of(line).row_ends); rows > 0)
    std::fprintf(stdout, "\033[%dA", rows);
  draw_from_here(line);
}

// Others had the terminal: what libedit believes about it is no longer so.
void on_resumed(EditLine* line) {
  el_set(line, EL_PREP_TERM, 0);
  el_set(line, EL_PREP_TERM, 1);
  el_resize(line);
  draw_from_here(line);
}

// ---- what is typed ----

// Input, nothing, or that it is to stop; all else is seen to.
LineSignals::Event wait_for_input(EditLine* line, std::optional<int> patience) {
  LineSignals& signals = editing_of(line).signals;
  while (true) {
    const LineSignals::Event event = signals.wait(STDIN_FILENO, patience);
    switch (event) {
      case LineSignals::Event::input:
      case LineSignals::Event::nothing:
      case LineSignals::Event::stop:
        return event;
      case LineSignals::Event::resized:
        on_resized(line);
        break;
      case LineSignals::Event::suspend:
        el_set(line, EL_PREP_TERM, 0);
        signals.pause();
        on_resumed(line);
        break;
      case LineSignals::Event::resumed:
        on_resumed(line);
        break;
    }
  }
}

// As if it had been typed, but not before what is there already: a row of a pasted text is a row of its own.
void begin_with_kept(EditLine* line) {
  Editing& editing = editing_of(line);
  const std::string kept = std::exchange(editing.kept, {});
  if (kept.empty() || !editing.typed.empty()) return;
  if (wait_for_input(line, paste_milliseconds) != LineSignals::Event::nothing) return;
  KeyReader keys;
  for (const char byte : kept) keys.take(static_cast<unsigned char>(byte), editing.typed);
}

// False: no more comes, or it is to stop.
bool read_more(EditLine* line) {
  Editing& editing = editing_of(line);
  const auto patience = editing.keys.is_inside_key() ? std::optional(key_milliseconds) : std::nullopt;
  const LineSignals::Event event = wait_for_input(line, patience);
  if (event == LineSignals::Event::stop) {
    editing.stopped = true;
    return false;
  }
  if (event == LineSignals::Event::nothing) {
    editing.keys.give_up();
    return true;
  }
  unsigned char byte = 0;
  const ssize_t count = read(STDIN_FILENO, &byte, 1);
  if (count == 1) {
    editing.keys.take(byte, editing.typed);
  } else if (count == 0 || (errno != EINTR && errno != EAGAIN)) {
    editing.at_end = true;
    return false;
  }
  return true;
}

// A character of the terminal, which speaks UTF-8 whatever the locale says, or a key.
int next_character(EditLine* line, wchar_t* character) {
  Editing& editing = editing_of(line);
  begin_with_kept(line);
  while (editing.typed.empty()) {
    if (!read_more(line)) return editing.stopped ? -1 : 0;
  }
  *character = static_cast<wchar_t>(editing.typed.front());
  editing.typed.erase(0, 1);
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
    editing_.kept = text;
    editing_.row_ends.clear();
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
    if (line.size() > longest_line) return {TypedLine::End::line, "", true};
    remember(line);
    return {TypedLine::End::line, std::move(line)};
  }

  bool has_typed_ahead() override { return !editing_.typed.empty() || comes_at_once(STDIN_FILENO); }

 private:
  void bind(char32_t character, const wchar_t* action) {
    const wchar_t key[] = {static_cast<wchar_t>(character), L'\0'};
    el_wset(line_, EL_BIND, key, action, nullptr);
  }
  void bind(Key key, const wchar_t* action) { bind(static_cast<char32_t>(key), action); }

  void bind_keys() {
    // The wide form: the narrow one never frees the two names.
    el_wset(line_, EL_ADDFN, L"delete-or-leave", L"delete-or-leave", delete_or_leave);
    bind(U'\x04', L"delete-or-leave");
    bind(U'\t', L"ed-insert");
    bind(U'\x16', L"ed-unassigned");  // it would put keys into the line as if they were characters
    bind(Key::up, L"ed-prev-history");
    bind(Key::down, L"ed-next-history");
    bind(Key::right, L"ed-next-char");
    bind(Key::left, L"ed-prev-char");
    bind(Key::begin, L"ed-move-to-beg");
    bind(Key::end, L"ed-move-to-end");
    bind(Key::erase, L"ed-delete-next-char");
    bind(Key::next_word, L"em-next-word");
    bind(Key::previous_word, L"ed-prev-word");
    bind(Key::erase_next_word, L"em-delete-next-word");
    bind(Key::erase_previous_word, L"ed-delete-prev-word");
    // Of all characters libedit takes these alone for keys.
    for (char32_t character = 0xA0; character <= 0xFF; ++character) bind(character, L"ed-insert");
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
