// The machine format of quiz: one object a line. Described in data/schema/quiz.schema.json.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "qkv/tutor/judge.hpp"
#include "qkv/tutor/progress.hpp"

namespace qkv {

// A question that is asked, without its answer; `number` of `count`, both from 1.
std::string quiz_question_json(const PosedQuestion& posed, int number, int count, bool again);
// What was typed, and how it was judged; `attempt` from 1.
std::string quiz_answer_json(const PosedQuestion& posed, std::string_view typed,
                             const AnswerJudgement& judgement, int attempt);
// A hint that was asked for, from 1.
std::string quiz_hint_json(const PosedQuestion& posed, std::size_t stage);
// After the last try: the right answer and the reason.
std::string quiz_ending_json(const PosedQuestion& posed, Ending ending);

struct QuizCounts {
  int asked = 0;
  int right = 0;
  int helped = 0;
};
// Passed over: nothing is told.
std::string quiz_skipped_json(const PosedQuestion& posed);
std::string quiz_summary_json(const QuizCounts& counts);

}  // namespace qkv
