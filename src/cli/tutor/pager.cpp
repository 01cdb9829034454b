#include "pager.hpp"

#include <algorithm>
#include <utility>

#include "../words.hpp"
#include "qkv/text/ascii.hpp"
#include "qkv/text/unicode.hpp"
#include "qkv/tutor/commands.hpp"

namespace qkv {

Pager::Pager(const System& system, const Catalogue& catalogue, TextOptions looks, Sink& sink)
    : system_(system), catalogue_(catalogue), looks_(looks), sink_(sink), input_(system.open_lines()) {}

bool Pager::is_at_terminal() const {
  return system_.input_terminal().is_terminal && system_.output_terminal().is_terminal;
}

// ---- the lines of what is said

// The window may have another width than it had before.
TextOptions Pager::looks_now() const {
  TextOptions looks = looks_;
  const Terminal terminal = system_.output_terminal();
  if (looks.width && terminal.is_terminal) looks.width = terminal.width;
  return looks;
}

// Below the text stands the prompt of a pause, or that of a question.
PageSize Pager::page_size() const {
  const Terminal terminal = system_.output_terminal();
  const int width = std::max(terminal.width, 1);
  const int prompt = (display_width(pause_prompt(Back::before)) + width) / width;  // and the cursor
  return {width, std::max(terminal.height - prompt, 1)};
}

void Pager::add_lines(const Document& document) {
  std::vector<RenderedLine> lines = render_text_lines(document, looks_now());
  if (introduced_ && !lines.empty()) lines.front().before = Cut::never;
  introduced_ = introduces(document);
  for (RenderedLine& line : lines) {
    line.block += blocks_;
    lines_.push_back(std::move(line));
  }
  for (const Section& section : document.sections) blocks_ += section.blocks.size();
  if (!lines.empty()) lines_.push_back({"\n", 0, Cut::never, blocks_});
}

void Pager::set_lines() {
  lines_.clear();
  blocks_ = 0;
  introduced_ = false;
  width_ = system_.output_terminal().width;
  for (const Document& document : said_) add_lines(document);
}

// In a window of another width a page begins elsewhere: with the block of the line that it began with.
void Pager::keep_up_with_width() {
  if (width_ == system_.output_terminal().width) return;
  const std::vector<RenderedLine> before = std::exchange(lines_, {});
  set_lines();
  const auto here = [&](std::size_t line) {
    if (line == before.size()) return lines_.size();
    const auto same_block = std::ranges::find(lines_, before[line].block, &RenderedLine::block);
    return static_cast<std::size_t>(same_block - lines_.begin());
  };
  for (std::size_t& begin : begins_) begin = here(begin);
  begins_.erase(std::unique(begins_.begin(), begins_.end()), begins_.end());
  shown_ = here(shown_);
}

void Pager::turn_page() {
  said_.clear();
  lines_.clear();
  blocks_ = 0;
  introduced_ = false;
  shown_ = 0;
  begins_ = {0};
}

bool Pager::has_room_for(Document document, long more) {
  keep_up_with_width();
  const std::vector<RenderedLine> lines = render_text_lines(std::move(document), looks_now());
  const PageSize size = page_size();
  return rows_of(lines_, begins_.back(), lines_.size(), size) + rows_of(lines, 0, lines.size(), size) +
             more <=
         size.rows;
}

// ---- saying

Pause Pager::say(Document document, Back first) {
  const Pause pause = add(std::move(document)) ? show_rest(first) : Pause::on;
  if (pause == Pause::left) turn_page();
  return pause;
}

void Pager::say_all(Document document) {
  if (add(std::move(document)) && show_rest(Back::nothing) == Pause::left) write_up_to(lines_.size());
}

void Pager::say_aside(const std::string& text) {
  tell(system_, with_calls(text, looks_.calls));
  if (!is_at_terminal()) return;
  keep_up_with_width();
  Document document;
  document.sections.push_back({{}, {Paragraph{text}}});
  add_lines(document);
  said_.push_back(std::move(document));
  shown_ = lines_.size();
}

bool Pager::add(Document document) {
  if (!is_at_terminal()) {
    const std::string text = render_text(std::move(document), looks_now());
    if (!text.empty()) sink_.write(text + "\n");
    return false;
  }
  keep_up_with_width();
  add_lines(document);
  said_.push_back(std::move(document));
  const bool may_wait = !is_over() && !left_ && !kept_;
  if (!may_wait) write_up_to(lines_.size());
  return may_wait;
}

void Pager::write_up_to(std::size_t end) {
  std::string text;
  for (; shown_ < end; ++shown_) text += lines_[shown_].text;
  sink_.write(text);
}

Pause Pager::show_rest(Back first) {
  while (!kept_) {
    const PageSize size = page_size();
    const std::size_t end = std::max(page_end(lines_, begins_.back(), size), shown_);
    write_up_to(shown_end(lines_, begins_.back(), end, size));
    shown_ = end;
    if (shown_ == lines_.size()) return Pause::on;
    const Pause pause = wait(begins_.size() > 1 ? Back::before : first);
    if (pause == Pause::left) return pause;
    keep_up_with_width();
    if (pause == Pause::on) {
      if (begins_.back() != shown_) begins_.push_back(shown_);
    } else if (begins_.size() > 1) {
      begins_.pop_back();
      shown_ = begins_.back();
    } else {
      turn_page();
      return pause;
    }
  }
  write_up_to(lines_.size());
  return Pause::on;
}

// ---- waiting

std::string Pager::as_shown(const std::string& prompt) const {
  return looks_.ascii ? to_ascii(prompt) : prompt;
}

std::string Pager::pause_prompt(Back back) const {
  return as_shown(std::string(catalogue_.text(back == Back::before ? "learn.enter" : "learn.enter.first")) +
                  "> ");
}

// An answer at a pause, which belongs to no page.
void Pager::say_in_passing(std::string_view key) {
  Document document;
  document.sections.push_back({{}, {Note{NoteKind::remark, std::string(catalogue_.text(key))}}});
  sink_.write(render_text(std::move(document), looks_now()) + "\n");
}

Pause Pager::wait(Back back) {
  for (;;) {
    const bool ahead = typed_ahead_ == TypedAhead::kept && input_->has_typed_ahead();
    TypedLine line = input_->read(pause_prompt(back), "");
    note_end(line);
    if (line.end != TypedLine::End::line) {
      left_ = true;
      return Pause::left;
    }
    const bool is_enter = !line.is_too_long && line.text.find_first_not_of(" \t") == std::string::npos;
    if (is_enter) return Pause::on;
    if (ahead) {
      kept_ = std::move(line);
      return Pause::on;
    }
    const auto command = practice_command(line.text);
    if (command == PracticeCommand::quit) {
      left_ = true;
      return Pause::left;
    }
    if (command == PracticeCommand::back && back == Back::before) return Pause::back;
    say_in_passing(command == PracticeCommand::back ? "learn.enter.no-back"
                   : back == Back::before           ? "learn.enter.help"
                                                    : "learn.enter.first.help");
  }
}

Pause Pager::pause(Back back) {
  const Pause pause = wait(back);
  turn_page();
  return pause;
}

void Pager::note_end(const TypedLine& line) {
  if (line.end != TypedLine::End::line) over_ = true;
  if (line.end == TypedLine::End::interrupted) interrupted_ = true;
}

TypedLine Pager::read(const std::string& words, const std::string& begin_with) {
  const std::string prompt = as_shown(words);
  turn_page();
  if (kept_) {
    TypedLine line = std::move(*kept_);
    kept_.reset();
    sink_.write(prompt + visible(line.text) + "\n");
    return line;
  }
  TypedLine line = input_->read(prompt, begin_with);
  note_end(line);
  return line;
}

}  // namespace qkv
