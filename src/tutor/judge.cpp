#include "qkv/tutor/judge.hpp"

#include <algorithm>
#include <array>
#include <numeric>
#include <utility>

#include "judging.hpp"
#include "qkv/base/draws.hpp"
#include "typed.hpp"

namespace qkv {
namespace {

std::size_t no_letters(const QuestionBody&) {
  return 0;
}
std::size_t option_count(const QuestionBody& body) {
  return std::get<ChoiceBody>(body).options.size();
}
std::size_t item_count(const QuestionBody& body) {
  return std::get<OrderBody>(body).items.size();
}
std::size_t mistake_count(const QuestionBody& body) {
  return std::get<MistakeBody>(body).others.size() + 1;
}

struct KindRow {
  std::size_t (*letters)(const QuestionBody& body);
  AnswerJudgement (*judge)(const PosedQuestion& posed, std::string_view text, const JudgeOptions& options);
  std::string (*key)(const PosedQuestion& posed);
  std::vector<std::string> (*wrong)(const PosedQuestion& posed);
};

// THE table of the kinds, in the order of QuestionKind.
constexpr std::array<KindRow, std::variant_size_v<QuestionBody>> rows = {{
    {option_count, judge_choice, choice_key, wrong_choices},
    {no_letters, judge_truth, truth_key, wrong_truths},
    {no_letters, judge_shape, shape_key, wrong_shapes},
    {no_letters, judge_numbers, numbers_key, wrong_numbers},
    {item_count, judge_order, order_key, wrong_orders},
    {mistake_count, judge_mistake, mistake_key, wrong_mistakes},
}};

const KindRow& row_of(const Question& question) {
  return rows[question.body.index()];
}

bool is_sorted_by_luck(const Question& question, const std::vector<std::size_t>& order) {
  return question.kind() == QuestionKind::order && order.size() > 1 && std::ranges::is_sorted(order);
}

}  // namespace

PosedQuestion pose(const Question& question, std::uint64_t seed) {
  PosedQuestion posed{&question, std::vector<std::size_t>(row_of(question).letters(question.body))};
  std::iota(posed.order.begin(), posed.order.end(), std::size_t{0});
  Draws draws(seed_of(seed, question.id));
  for (std::size_t left = posed.order.size(); left > 1; --left) {
    const int other = draws.between(0, static_cast<int>(left) - 1);
    std::swap(posed.order[left - 1], posed.order[static_cast<std::size_t>(other)]);
  }
  if (is_sorted_by_luck(question, posed.order)) std::ranges::reverse(posed.order);
  return posed;
}

AnswerJudgement judge_answer(const PosedQuestion& posed, std::string_view text, const JudgeOptions& options) {
  if (folded(text).empty()) return unreadable_answer("empty");
  return row_of(*posed.question).judge(posed, text, options);
}

std::string right_answer(const PosedQuestion& posed) {
  return row_of(*posed.question).key(posed);
}
std::vector<std::string> wrong_answers(const PosedQuestion& posed) {
  return row_of(*posed.question).wrong(posed);
}

std::string letter_of(std::size_t place) {
  return {static_cast<char>('a' + place)};
}

std::optional<std::size_t> place_of_letter(std::string_view folded, std::size_t count) {
  while (!folded.empty() && (folded.back() == '.' || folded.back() == ')')) folded.remove_suffix(1);
  while (!folded.empty() && folded.front() == '(') folded.remove_prefix(1);
  if (folded.size() != 1) return std::nullopt;
  const char c = folded.front();
  const char first = c >= '1' && c <= '9' ? '1' : 'a';
  if (c < first || static_cast<std::size_t>(c - first) >= count) return std::nullopt;
  return static_cast<std::size_t>(c - first);
}

std::string letter_of_item(const PosedQuestion& posed, std::size_t item) {
  return letter_of(static_cast<std::size_t>(std::ranges::find(posed.order, item) - posed.order.begin()));
}

AnswerJudgement unreadable_answer(std::string code, std::vector<Argument> arguments) {
  return {.verdict = Judged::unreadable,
          .remarks = {{std::move(code), std::move(arguments)}},
          .option = std::nullopt,
          .report = std::nullopt};
}

}  // namespace qkv
