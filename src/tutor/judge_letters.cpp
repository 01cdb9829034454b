// Questions that are answered with letters or one word: choice, order, true or false.
#include <algorithm>

#include "judging.hpp"
#include "typed.hpp"

namespace qkv {
namespace {

AnswerJudgement judged(bool right) {
  return {.verdict = right ? Judged::right : Judged::wrong,
          .remarks = {},
          .option = std::nullopt,
          .report = std::nullopt};
}

Argument last_letter(const PosedQuestion& posed) {
  return argument("last", letter_of(posed.order.size() - 1));
}

// "b a c", "bac", "b, a, c", "b→a→c", "2 1 3"; empty: something else stands there.
std::vector<std::size_t> places_in(std::string_view text, std::size_t count) {
  std::vector<std::size_t> places;
  std::string letters = folded(text);
  for (const std::string_view arrow : {"\xE2\x86\x92", "->", "=>", ">", "-", ".", ",", ";", " "}) {
    for (auto at = letters.find(arrow); at != std::string::npos; at = letters.find(arrow))
      letters.erase(at, arrow.size());
  }
  for (const char c : letters) {
    const auto place = place_of_letter({&c, 1}, count);
    if (!place) return {};
    places.push_back(*place);
  }
  return places;
}

std::string order_as_letters(const PosedQuestion& posed, const std::vector<std::size_t>& items) {
  std::string text;
  for (const std::size_t item : items) text += (text.empty() ? "" : " ") + letter_of_item(posed, item);
  return text;
}

std::vector<std::size_t> right_order(const PosedQuestion& posed) {
  std::vector<std::size_t> items = posed.order;
  std::ranges::sort(items);
  return items;
}

}  // namespace

// ---- choice
// ----------------------------------------------------------------------------------------------------

AnswerJudgement judge_choice(const PosedQuestion& posed, std::string_view text, const JudgeOptions&) {
  const auto place = place_of_letter(folded(text), posed.order.size());
  if (!place) return unreadable_answer("letter", {last_letter(posed)});
  const std::size_t option = posed.order[*place];
  AnswerJudgement judgement = judged(std::get<ChoiceBody>(posed.question->body).options[option].right);
  judgement.option = option;
  return judgement;
}

std::string choice_key(const PosedQuestion& posed) {
  const auto& options = std::get<ChoiceBody>(posed.question->body).options;
  const auto right = std::ranges::find(options, true, &ChoiceOption::right);
  return letter_of_item(posed, static_cast<std::size_t>(right - options.begin()));
}

std::vector<std::string> wrong_choices(const PosedQuestion& posed) {
  const auto& options = std::get<ChoiceBody>(posed.question->body).options;
  std::vector<std::string> letters;
  for (std::size_t i = 0; i < options.size(); ++i) {
    if (!options[i].right) letters.push_back(letter_of_item(posed, i));
  }
  return letters;
}

// ---- true or false
// ----------------------------------------------------------------------------------------------

AnswerJudgement judge_truth(const PosedQuestion& posed, std::string_view text, const JudgeOptions&) {
  const bool yes = is_word_of(text, "quiz.words.true");
  if (!yes && !is_word_of(text, "quiz.words.false")) return unreadable_answer("truth");
  return judged(std::get<TruthBody>(posed.question->body).answer == yes);
}

std::string truth_key(const PosedQuestion& posed) {
  return std::get<TruthBody>(posed.question->body).answer ? "true" : "false";
}

std::vector<std::string> wrong_truths(const PosedQuestion& posed) {
  return {std::get<TruthBody>(posed.question->body).answer ? "false" : "true"};
}

// ---- order
// -----------------------------------------------------------------------------------------------------

AnswerJudgement judge_order(const PosedQuestion& posed, std::string_view text, const JudgeOptions&) {
  const std::size_t count = posed.order.size();
  const std::vector<std::size_t> places = places_in(text, count);
  std::vector<std::size_t> each_once = places;
  std::ranges::sort(each_once);
  each_once.erase(std::unique(each_once.begin(), each_once.end()), each_once.end());
  if (places.size() != count || each_once.size() != count)
    return unreadable_answer("order", {last_letter(posed), argument("count", static_cast<long long>(count))});
  std::size_t right = 0;
  while (right < count && posed.order[places[right]] == right) ++right;
  AnswerJudgement judgement = judged(right == count);
  if (right < count) {
    judgement.remarks.push_back(
        {right == 0 ? "order-first" : "order-from", {argument("right", static_cast<long long>(right))}});
  }
  return judgement;
}

std::string order_key(const PosedQuestion& posed) {
  return order_as_letters(posed, right_order(posed));
}

std::vector<std::string> wrong_orders(const PosedQuestion& posed) {
  const std::vector<std::size_t> right = right_order(posed);
  std::vector<std::string> wrong;
  for (std::size_t i = 0; i + 1 < right.size(); ++i) {
    std::vector<std::size_t> items = right;
    std::swap(items[i], items[i + 1]);
    wrong.push_back(order_as_letters(posed, items));
  }
  return wrong;
}

}  // namespace qkv
