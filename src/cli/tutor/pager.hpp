// Text for a person at a terminal, a screenful at a time; for a pipe as it comes.
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "qkv/cli/sink.hpp"
#include "qkv/render/pages.hpp"
#include "qkv/render/text.hpp"
#include "qkv/system/system.hpp"
#include "qkv/text/catalogue.hpp"

namespace qkv {

enum class Pause { on, back, left };

// What `back` does at a pause: nothing, so that it is not offered, or the one who paused shows what came
// before. Behind the first page the pager itself shows the page before.
enum class Back { nothing, before };

// What is typed at a pause before it is there: a lost line, or one that is for the next prompt.
enum class TypedAhead { lost, kept };

class Pager {
 public:
  Pager(const System& system, const Catalogue& catalogue, TextOptions looks, Sink& sink);

  // Waits wherever the screen is full of what was said since something was typed. on: all of it is there.
  // back: the learner wants what came before the first page. left: the rest was not said.
  Pause say(Document document, Back first = Back::nothing);
  // The rest is said even to those who leave at a pause, in one go.
  void say_all(Document document);
  // To standard error, which takes room on the same screen.
  void say_aside(const std::string& text);
  // Waits for Enter. What else is typed there gets an answer and is no reason to go on.
  Pause pause(Back back);
  // Whether the document has room on the screen below what was said since something was typed.
  // `more`: lines that follow it before anything is typed.
  bool has_room_for(Document document, long more = 0);
  // What was said so far has been read.
  void turn_page();

  TypedLine read(const std::string& prompt, const std::string& begin_with = "");
  void set_typed_ahead(TypedAhead typed_ahead) { typed_ahead_ = typed_ahead; }

  // No more comes, or nobody listens.
  bool is_over() const { return over_ || sink_.is_closed() || sink_.fault().has_value(); }
  bool was_interrupted() const { return interrupted_; }
  // The learner left at a pause.
  bool has_left() const { return left_; }
  // There is a person who can be waited for.
  bool is_at_terminal() const;

 private:
  std::string as_shown(const std::string& prompt) const;
  std::string pause_prompt(Back back) const;
  void say_in_passing(std::string_view key);
  TextOptions looks_now() const;
  PageSize page_size() const;
  void set_lines();
  void add_lines(const Document& document);
  void keep_up_with_width();
  bool add(Document document);  // false: it was written, nobody waits for it
  void write_up_to(std::size_t end);
  Pause show_rest(Back first);
  Pause wait(Back back);
  void note_end(const TypedLine& line);

  const System& system_;
  const Catalogue& catalogue_;
  TextOptions looks_;
  Sink& sink_;
  std::shared_ptr<TypedLines> input_;

  // Since something was typed:
  std::vector<Document> said_;
  std::vector<RenderedLine> lines_;        // of what was said, for a terminal of
  int width_ = 0;                          // columns
  std::size_t blocks_ = 0;                 // in them
  bool introduced_ = false;                // the last of it introduces what is said next
  std::size_t shown_ = 0;                  // as many of them were written
  std::vector<std::size_t> begins_ = {0};  // the first line of each page; the last page is on the screen

  TypedAhead typed_ahead_ = TypedAhead::lost;
  std::optional<TypedLine> kept_;  // typed at a pause, for the next prompt, so that nothing waits until then
  bool over_ = false;
  bool interrupted_ = false;
  bool left_ = false;
};

}  // namespace qkv
