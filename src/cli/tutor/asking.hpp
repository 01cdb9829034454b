// Questions asked one at a time: to a person at a terminal, to a pipe, or to a program in JSON lines.
#pragma once

#include <functional>
#include <optional>
#include <string>

#include "pager.hpp"
#include "progress_file.hpp"
#include "qkv/cli/command.hpp"
#include "qkv/render/text.hpp"
#include "qkv/report/quiz.hpp"
#include "qkv/tutor/judge.hpp"

namespace qkv {

enum class Speech { text, json };

// What is said, and what is typed.
class Talk {
 public:
  Talk(const Session& world, TextOptions looks, Speech speech);

  bool in_json() const { return speech_ == Speech::json; }
  // Nothing in JSON.
  Pause say(Document document, Back first = Back::nothing);
  // To the end, also for those who leave before. Nothing in JSON.
  void say_all(Document document);
  // Nothing in text.
  void say_json(const std::string& line);
  TypedLine read(const std::string& prompt);
  bool is_over() const { return pager_.is_over(); }
  bool has_left() const { return pager_.has_left(); }
  Pager& pager() { return pager_; }

 private:
  const Session& world_;
  Speech speech_;
  Pager pager_;
};

// Shows what came before a question, for who asks for that at its first page.
using ShowBefore = std::function<void()>;

// How asking a question went.
struct AskedQuestion {
  std::optional<Ending> ending;  // nothing: it was left without an answer
  bool is_left = false;          // the learner has left, or nothing more can be read
};
// Asks until the question has ended, and keeps how it went; a wrong answer is kept before a word is said
// about it, so that a power cut does not undo it. A question that is left after a wrong answer has gone
// wrong.
AskedQuestion ask_question(Talk& talk, const PosedQuestion& posed, const QuestionHead& head,
                           const QuizWords& words, ProgressKeeper& keeper,
                           const ShowBefore& show_before = nullptr);

}  // namespace qkv
