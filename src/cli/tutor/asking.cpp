#include "asking.hpp"

#include <algorithm>
#include <utility>

#include "qkv/json/write_quiz.hpp"
#include "qkv/text/unicode.hpp"
#include "qkv/tutor/commands.hpp"

namespace qkv {

Talk::Talk(const Session& world, TextOptions looks, Speech speech)
    : world_(world), looks_(looks), speech_(speech), lines_(world.system.open_lines()) {}

bool Talk::is_at_terminal() const {
  return world_.system.input_terminal().is_terminal && world_.system.output_terminal().is_terminal;
}

// The window may have another width than it had before.
std::string Talk::rendered(Document document) const {
  TextOptions looks = looks_;
  const Terminal terminal = world_.system.output_terminal();
  if (looks.width && terminal.is_terminal) looks.width = terminal.width;
  const std::string text = render_text(std::move(document), looks);
  return text.empty() ? text : text + "\n";
}

void Talk::say(Document document) {
  if (in_json()) return;
  const std::string text = rendered(std::move(document));
  const long lines = std::ranges::count(text, '\n');
  if (is_at_terminal() && lines >= world_.system.output_terminal().height) return write_by_screens(text);
  world_.sink.write(text);
  lines_said_ += lines;
}

void Talk::write_by_screens(const std::string& text) {
  const long room = std::max(world_.system.output_terminal().height - 2, 1);
  std::size_t from = 0;
  while (from < text.size()) {
    std::size_t end = from;
    for (long line = 0; line < room && end < text.size(); ++line) end = text.find('\n', end) + 1;
    world_.sink.write(text.substr(from, end - from));
    lines_said_ = std::count(text.begin() + static_cast<std::ptrdiff_t>(from),
                             text.begin() + static_cast<std::ptrdiff_t>(end), '\n');
    from = end;
    if (from == text.size()) return;
    Pause pause = this->pause();
    while (pause == Pause::back) pause = this->pause();  // the screen still shows it
    if (pause == Pause::left) return;
  }
}

bool Talk::has_room_for(Document document, long more) const {
  const std::string text = rendered(std::move(document));
  const long room = world_.system.output_terminal().height - 1;  // below it something is typed
  return lines_said_ + std::ranges::count(text, '\n') + more <= room;
}

Pause Talk::pause() {
  for (;;) {
    const TypedLine line = read(std::string(world_.catalogue.text("learn.enter")));
    const bool ends = line.end != TypedLine::End::line;
    if (!ends && line.text.find_first_not_of(" \t") == std::string::npos) return Pause::on;
    const auto command = ends ? PracticeCommand::quit : practice_command(line.text);
    if (command == PracticeCommand::back) return Pause::back;
    if (command == PracticeCommand::quit) {
      left_ = true;
      return Pause::left;
    }
    Document document;
    document.sections.push_back(
        {{}, {Note{NoteKind::remark, std::string(world_.catalogue.text("learn.enter.help"))}}});
    say(std::move(document));
  }
}

void Talk::say_json(const std::string& line) {
  if (in_json()) world_.sink.write(line);
}

TypedLine Talk::read(const std::string& prompt) {
  turn_page();
  TypedLine line = lines_->read(in_json() ? "" : prompt + "> ", "");
  if (line.end != TypedLine::End::line) over_ = true;
  if (line.end == TypedLine::End::interrupted) interrupted_ = true;
  return line;
}

namespace {

// With two to choose from a second try would be none.
int tries_of(const PosedQuestion& posed) {
  const bool one_of_two = posed.question->kind() == QuestionKind::truth ||
                          (posed.question->kind() == QuestionKind::choice && posed.order.size() == 2);
  return one_of_two ? 1 : 2;
}

// What a line is: a single letter is an answer where letters are, and a command elsewhere.
std::optional<PracticeCommand> command_in(const std::string& line, const PosedQuestion& posed) {
  const auto command = practice_command(line);
  if (!command) return std::nullopt;
  const bool has_words =
      posed.question->kind() == QuestionKind::truth || !posed.order.empty();  // answered by letters
  if (has_words && judge_answer(posed, line).verdict != Judged::unreadable) return std::nullopt;
  return command;
}

class Asking {
 public:
  Asking(Talk& talk, const PosedQuestion& posed, const QuestionHead& head, const QuizWords& words)
      : talk_(talk), posed_(posed), head_(head), words_(words) {}

  std::optional<Ending> ask() {
    talk_.say(question_document(posed_, head_, words_));
    talk_.say_json(quiz_question_json(posed_, head_.number, head_.count, head_.again));
    const std::string prompt = question_prompt(posed_, words_.catalogue);
    while (!talk_.is_over() && !talk_.has_left()) {
      const TypedLine line = talk_.read(prompt);
      if (line.end != TypedLine::End::line) break;
      if (line.is_too_long) {
        tell("", too_long());
      } else if (const auto command = command_in(line.text, posed_)) {
        if (*command == PracticeCommand::quit) break;
        if (*command == PracticeCommand::skip) return skip();
        if (*command == PracticeCommand::show) return end(Ending::skipped);
        *command == PracticeCommand::hint ? hint() : help();  // help also for what means nothing here
      } else if (const auto ending = judge(line.text)) {
        return end(*ending);
      }
    }
    return std::nullopt;
  }

 private:
  void hint() {
    const std::size_t stage = hints_ + 1;
    talk_.say(hint_document(*posed_.question, stage, words_.catalogue));
    if (stage > posed_.question->hints.size()) return;
    talk_.say_json(quiz_hint_json(posed_, stage));
    hints_ = stage;
  }

  void help() {
    Document document;
    document.sections.push_back({{}, {Paragraph{std::string(words_.catalogue.text("quiz.help"))}}});
    talk_.say(std::move(document));
  }

  std::optional<Ending> judge(const std::string& typed) {
    const AnswerJudgement judgement = judge_answer(posed_, typed);
    if (judgement.verdict != Judged::unreadable) ++attempts_;
    tell(typed, judgement);
    switch (judgement.verdict) {
      case Judged::unreadable:
        return std::nullopt;
      case Judged::right:
        return attempts_ == 1 && hints_ == 0 ? Ending::right : Ending::helped;
      case Judged::wrong:
        return more() ? std::nullopt : std::optional(Ending::wrong);
    }
    return std::nullopt;
  }

  bool more() const { return attempts_ < tries_of(posed_); }

  void tell(const std::string& typed, const AnswerJudgement& judgement) {
    talk_.say(judgement_document(posed_, judgement, more(), words_));
    talk_.say_json(quiz_answer_json(posed_, typed, judgement, attempts_));
  }

  static AnswerJudgement too_long() {
    constexpr auto limit = static_cast<long long>(longest_line / 1024);
    AnswerJudgement judgement;
    judgement.remarks.push_back({"too-long", {argument("limit", limit)}});
    return judgement;
  }

  // It comes back, so that nothing is told yet.
  Ending skip() {
    Document document;
    document.sections.push_back(
        {{}, {Note{NoteKind::remark, std::string(words_.catalogue.text("quiz.skipped"))}}});
    talk_.say(std::move(document));
    talk_.say_json(quiz_skipped_json(posed_));
    return Ending::skipped;
  }

  Ending end(Ending ending) {
    talk_.say(reason_document(posed_, ending, words_));
    talk_.say_json(quiz_ending_json(posed_, ending));
    return ending;
  }

  Talk& talk_;
  const PosedQuestion& posed_;
  const QuestionHead& head_;
  const QuizWords& words_;
  std::size_t hints_ = 0;
  int attempts_ = 0;
};

}  // namespace

std::optional<Ending> ask_question(Talk& talk, const PosedQuestion& posed, const QuestionHead& head,
                                   const QuizWords& words) {
  return Asking(talk, posed, head, words).ask();
}

}  // namespace qkv
