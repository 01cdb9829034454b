// Judging what was typed as the answer to a question.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "qkv/grade/report.hpp"
#include "qkv/trace/trace.hpp"
#include "qkv/tutor/question.hpp"

namespace qkv {

// A question as it stands before the learner: what has letters (options, items, mistakes) is shuffled.
struct PosedQuestion {
  const Question* question = nullptr;
  // What stands at each letter, as an index: of the options, of the items in their right order, or of the
  // mistake (0) and the others. Empty where there are no letters.
  std::vector<std::size_t> order;
};
PosedQuestion pose(const Question& question, std::uint64_t seed);

enum class Judged {
  right,
  wrong,
  unreadable,  // nothing that could be an answer: it counts as no try
};

// What is to be said about an answer beside right or wrong: text "quiz.judged.<code>".
struct JudgedRemark {
  std::string code;
  std::vector<Argument> arguments = {};
};

struct AnswerJudgement {
  Judged verdict = Judged::unreadable;
  std::vector<JudgedRemark> remarks;
  std::optional<std::size_t> option;  // of a choice: the option that was chosen
  std::optional<Report> report;       // of numbers
};

struct JudgeOptions {
  ReadOptions reading;
};

// Letters in any case, shapes with or without blanks and brackets, numbers as grade() reads and judges them,
// all of it in full width, too. Never more than a comparison with what is right: no free text is understood.
AnswerJudgement judge_answer(const PosedQuestion& posed, std::string_view text,
                             const JudgeOptions& options = {});

// The right answer as one would type it, and some wrong ones.
std::string right_answer(const PosedQuestion& posed);
std::vector<std::string> wrong_answers(const PosedQuestion& posed);

// The letter of a place: 0 → "a".
std::string letter_of(std::size_t place);

// ---- of questions with a mistake in them

// The tables that are shown: calculated by hand with the mistake, as far as they are asked or given.
Trace worked_with_mistake(const MistakeBody& body);
// The first of the shown tables that is not right. Nothing: the mistake does not show.
std::optional<Step> first_wrong_table(const MistakeBody& body);
std::vector<Step> shown_tables(const MistakeBody& body);
// Whether that mistake gives other numbers than the shown ones, in whatever way it is made.
bool can_be_told_apart(const MistakeBody& body, std::string_view other);

}  // namespace qkv
