#include "asking.hpp"

#include <utility>

#include "qkv/json/write_quiz.hpp"
#include "qkv/text/unicode.hpp"
#include "qkv/tutor/commands.hpp"

namespace qkv {

Talk::Talk(const Session& world, TextOptions looks, Speech speech)
    : world_(world), speech_(speech), pager_(world.system, world.catalogue, looks, world.sink) {}

Pause Talk::say(Document document, Back first) {
  return in_json() ? Pause::on : pager_.say(std::move(document), first);
}

void Talk::say_all(Document document) {
  if (!in_json()) pager_.say_all(std::move(document));
}

void Talk::say_json(const std::string& line) {
  if (in_json()) world_.sink.write(line);
}

TypedLine Talk::read(const std::string& prompt) {
  return pager_.read(in_json() ? "" : prompt + "> ");
}

namespace {

// With two to choose from a second try would be none.
int tries_of(const PosedQuestion& posed) {
  const bool one_of_two = posed.question->kind() == QuestionKind::truth ||
                          (posed.question->kind() == QuestionKind::choice && posed.order.size() == 2);
  return one_of_two ? 1 : 2;
}

// The letter of an option alone, also where more than that is asked for.
bool is_option(const std::string& line, const PosedQuestion& posed) {
  const auto first = line.find_first_not_of(" \t");
  if (first == std::string::npos || line.find_last_not_of(" \t") != first) return false;
  const char letter = line[first];
  const int number = letter >= 'a' ? letter - 'a' : letter - 'A';
  return number >= 0 && number < static_cast<int>(posed.order.size());
}

// What a line is: a single letter is an answer where letters are, and a command elsewhere.
std::optional<PracticeCommand> command_in(const std::string& line, const PosedQuestion& posed) {
  const auto command = practice_command(line);
  if (!command || is_option(line, posed)) return std::nullopt;
  const bool has_words =
      posed.question->kind() == QuestionKind::truth || !posed.order.empty();  // answered by letters
  if (has_words && judge_answer(posed, line).verdict != Judged::unreadable) return std::nullopt;
  return command;
}

class Asking {
 public:
  Asking(Talk& talk, const PosedQuestion& posed, const QuestionHead& head, const QuizWords& words,
         ProgressKeeper& keeper)
      : talk_(talk), posed_(posed), head_(head), words_(words), keeper_(keeper) {}

  AskedQuestion ask(const ShowBefore& show_before) {
    const AskedQuestion end = ask_until_end(show_before);
    if (end.ending) keep(*end.ending);
    return end;
  }

 private:
  AskedQuestion ask_until_end(const ShowBefore& show_before) {
    if (talk_.is_over() || talk_.has_left()) return left();
    const Back first = show_before ? Back::before : Back::nothing;
    while (talk_.say(question_document(posed_, head_, words_), first) == Pause::back) {
      show_before();
      if (talk_.has_left()) return left();
    }
    talk_.say_json(quiz_question_json(posed_, head_.number, head_.count, head_.again));
    const std::string prompt = question_prompt(posed_, words_.catalogue);
    while (!talk_.is_over() && !talk_.has_left()) {
      const TypedLine line = talk_.read(prompt);
      if (line.end != TypedLine::End::line) break;
      if (line.is_too_long) {
        tell("", too_long());
      } else if (const auto command = command_in(line.text, posed_)) {
        if (*command == PracticeCommand::quit) break;
        if (*command == PracticeCommand::skip) return {skip()};
        if (*command == PracticeCommand::show) return {end(Ending::shown)};
        obey(*command);
      } else if (const auto ending = judge(line.text)) {
        return {end(*ending)};
      }
    }
    return left();
  }

  AskedQuestion left() const { return {attempts_ > 0 ? std::optional(Ending::wrong) : std::nullopt, true}; }

  void keep(Ending ending) {
    const std::string& id = posed_.question->id;
    keeper_.keep([&](Learned& progress) {
      if (is_kept_) {
        settle_question(progress, id, ending);
      } else {
        record_question(progress, id, ending);
      }
    });
    is_kept_ = true;
  }

  void obey(PracticeCommand command) {
    if (command == PracticeCommand::hint) return hint();
    if (command == PracticeCommand::back) return remark("quiz.no-back");
    // A long one has left the screen by now.
    if (command == PracticeCommand::inputs || command == PracticeCommand::table) {
      talk_.say(question_document(posed_, head_, words_));
      return;
    }
    help();  // also for what means nothing here
  }

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

  void remark(std::string_view key) {
    Document document;
    document.sections.push_back({{}, {Note{NoteKind::remark, std::string(words_.catalogue.text(key))}}});
    talk_.say(std::move(document));
  }

  std::optional<Ending> judge(const std::string& typed) {
    const AnswerJudgement judgement = judge_answer(posed_, typed);
    if (judgement.verdict != Judged::unreadable) ++attempts_;
    if (judgement.verdict == Judged::wrong && !is_kept_) keep(Ending::wrong);
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
    remark("quiz.skipped");
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
  ProgressKeeper& keeper_;
  bool is_kept_ = false;
  std::size_t hints_ = 0;
  int attempts_ = 0;
};

}  // namespace

AskedQuestion ask_question(Talk& talk, const PosedQuestion& posed, const QuestionHead& head,
                           const QuizWords& words, ProgressKeeper& keeper, const ShowBefore& show_before) {
  return Asking(talk, posed, head, words, keeper).ask(show_before);
}

}  // namespace qkv
