// How each kind of question is judged. judge.cpp has the table of them.
#pragma once

#include "qkv/tutor/judge.hpp"

namespace qkv {

AnswerJudgement judge_choice(const PosedQuestion& posed, std::string_view text, const JudgeOptions& options);
AnswerJudgement judge_truth(const PosedQuestion& posed, std::string_view text, const JudgeOptions& options);
AnswerJudgement judge_shape(const PosedQuestion& posed, std::string_view text, const JudgeOptions& options);
AnswerJudgement judge_numbers(const PosedQuestion& posed, std::string_view text, const JudgeOptions& options);
AnswerJudgement judge_order(const PosedQuestion& posed, std::string_view text, const JudgeOptions& options);
AnswerJudgement judge_mistake(const PosedQuestion& posed, std::string_view text, const JudgeOptions& options);

std::string choice_key(const PosedQuestion& posed);
std::string truth_key(const PosedQuestion& posed);
std::string shape_key(const PosedQuestion& posed);
std::string numbers_key(const PosedQuestion& posed);
std::string order_key(const PosedQuestion& posed);
std::string mistake_key(const PosedQuestion& posed);

std::vector<std::string> wrong_choices(const PosedQuestion& posed);
std::vector<std::string> wrong_truths(const PosedQuestion& posed);
std::vector<std::string> wrong_shapes(const PosedQuestion& posed);
std::vector<std::string> wrong_numbers(const PosedQuestion& posed);
std::vector<std::string> wrong_orders(const PosedQuestion& posed);
std::vector<std::string> wrong_mistakes(const PosedQuestion& posed);

// The place of a letter ("b" and "B.", or "2"); nothing for anything else, and beyond `count`.
std::optional<std::size_t> place_of_letter(std::string_view folded, std::size_t count);
// The letter under which something stands.
std::string letter_of_item(const PosedQuestion& posed, std::size_t item);
AnswerJudgement unreadable_answer(std::string code, std::vector<Argument> arguments = {});

}  // namespace qkv
