// Questions asked one at a time: to a person at a terminal, to a pipe, or to a program in JSON lines.
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "qkv/cli/command.hpp"
#include "qkv/render/text.hpp"
#include "qkv/report/quiz.hpp"
#include "qkv/tutor/judge.hpp"

namespace qkv {

enum class Speech { text, json };

enum class Pause { on, back, left };

// What is said, and what is typed.
class Talk {
 public:
  Talk(const Session& world, TextOptions looks, Speech speech);

  bool in_json() const { return speech_ == Speech::json; }
  // Nothing in JSON. What is longer than the screen waits after each screenful.
  void say(Document document);
  // Waits for Enter. What else is typed there gets an answer and is no reason to go on.
  Pause pause();
  // Whether the document has room on the screen below what was said since something was typed.
  // `more`: lines that follow it before anything is typed.
  bool has_room_for(Document document, long more = 0) const;
  // What was said so far has been read.
  void turn_page() { lines_said_ = 0; }
  // Nothing in text.
  void say_json(const std::string& line);
  TypedLine read(const std::string& prompt);
  const std::shared_ptr<TypedLines>& lines() const { return lines_; }
  const TextOptions& looks() const { return looks_; }
  // No more comes, or nobody listens.
  bool is_over() const { return over_ || world_.sink.is_closed() || world_.sink.fault().has_value(); }
  bool was_interrupted() const { return interrupted_; }
  // The learner left at a pause.
  bool has_left() const { return left_; }
  // There is a person who can be waited for.
  bool is_at_terminal() const;

 private:
  std::string rendered(Document document) const;
  void write_by_screens(const std::string& text);

  const Session& world_;
  TextOptions looks_;
  Speech speech_;
  std::shared_ptr<TypedLines> lines_;
  bool over_ = false;
  bool interrupted_ = false;
  bool left_ = false;
  long lines_said_ = 0;  // since something was typed
};

// Asks until the question has ended. Nothing: the learner has left, or nothing more can be read.
std::optional<Ending> ask_question(Talk& talk, const PosedQuestion& posed, const QuestionHead& head,
                                   const QuizWords& words);

}  // namespace qkv
