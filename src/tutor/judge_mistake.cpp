// Finding the mistake: which table is the first wrong one, and which mistake it is.
#include <algorithm>
#include <cmath>
#include <utility>

#include "judging.hpp"
#include "qkv/base/number.hpp"
#include "qkv/generate/mistaken.hpp"
#include "qkv/grade/grade.hpp"
#include "qkv/trace/pipeline.hpp"
#include "typed.hpp"

namespace qkv {
namespace {

const MistakeBody& body_of(const PosedQuestion& posed) {
  return std::get<MistakeBody>(posed.question->body);
}

bool keeps_shapes(const Problem& problem, const Way& way) {
  const Trace tables = mistaken_tables(problem, way, Carry::by_hand);
  return std::ranges::all_of(steps_of(problem), [&](Step step) {
    const Tensor* table = tables.find(step);
    return table != nullptr && table->shape() == shape_of(problem, step);
  });
}

// The first way of the mistake whose tables can be shown; null: there is none.
const Way* way_of(const MistakeBody& body) {
  const Mistake* mistake = find_mistake(body.mistake);
  if (mistake == nullptr || !mistake->applies(*body.problem)) return nullptr;
  for (const Way& way : mistake->ways) {
    if (keeps_shapes(*body.problem, way)) return &way;
  }
  return nullptr;
}

std::optional<Step> table_named(const MistakeBody& body, std::string_view word) {
  for (const Step step : shown_tables(body)) {
    if (folded(step_name(step)) == word) return step;
  }
  return std::nullopt;
}

// A whole unit of the last decimal may be rounding.
bool looks_alike(const MistakeBody& body, const Trace& shown, const Trace& other) {
  return std::ranges::all_of(shown_tables(body), [&](Step step) {
    const Tensor* a = shown.find(step);
    const Tensor* b = other.find(step);
    if (a == nullptr || b == nullptr || a->shape() != b->shape()) return false;
    const double unit = std::pow(10.0, -of_step(body.problem->decimals, step));
    return std::ranges::equal(a->values(), b->values(),
                              [&](double x, double y) { return within(x, y, unit); });
  });
}

std::string as_answer(Step step, const std::string& letter) {
  return std::string(step_name(step)) + " " + letter;
}

}  // namespace

std::vector<Step> shown_tables(const MistakeBody& body) {
  std::vector<Step> steps;
  for (const Step step : steps_of(*body.problem)) {
    if (body.problem->is_asked(step) || body.problem->is_given(step)) steps.push_back(step);
  }
  return steps;
}

Trace worked_with_mistake(const MistakeBody& body) {
  const Way* way = way_of(body);
  return mistaken_tables(*body.problem, way != nullptr ? *way : Way{}, Carry::by_hand);
}

std::optional<Step> first_wrong_table(const MistakeBody& body) {
  const Way* way = way_of(body);
  if (way == nullptr) return std::nullopt;
  const GradeOptions quick = {.reading = {}, .explain = false};
  const Report report = grade(*body.problem, mistaken_answers(*body.problem, *way, Carry::by_hand), quick);
  for (const TableReport& table : report.tables) {
    const bool right = std::ranges::all_of(table.cells, [](const CellReport& cell) {
      return is_right(cell.verdict) || cell.verdict == Verdict::blank;
    });
    if (!right) return table.step;
  }
  return std::nullopt;
}

bool can_be_told_apart(const MistakeBody& body, std::string_view other) {
  const Mistake* mistake = find_mistake(other);
  if (mistake == nullptr || !mistake->applies(*body.problem)) return false;
  const Trace shown = worked_with_mistake(body);
  return std::ranges::none_of(mistake->ways, [&](const Way& way) {
    return looks_alike(body, shown, mistaken_tables(*body.problem, way, Carry::by_hand));
  });
}

AnswerJudgement judge_mistake(const PosedQuestion& posed, std::string_view text, const JudgeOptions&) {
  const MistakeBody& body = body_of(posed);
  std::optional<Step> step;
  std::optional<std::size_t> place;
  const std::vector<std::string> words = folded_words(text);
  for (const std::string& word : words) {
    if (const auto named = table_named(body, word)) {
      step = named;
    } else if (const auto letter = place_of_letter(word, posed.order.size())) {
      place = letter;
    } else {
      return unreadable_answer("mistake-word", {argument("text", word)});
    }
  }
  if (!step || !place || words.size() != 2) return unreadable_answer("mistake-both");
  const bool right_step = step == first_wrong_table(body);
  const bool right_mistake = posed.order[*place] == 0;
  AnswerJudgement judgement{
      .verdict = Judged::wrong, .remarks = {}, .option = std::nullopt, .report = std::nullopt};
  if (right_step && right_mistake) {
    judgement.verdict = Judged::right;
  } else {
    judgement.remarks.push_back({right_step      ? "mistake-step-only"
                                 : right_mistake ? "mistake-name-only"
                                                 : "mistake-neither",
                                 {}});
  }
  return judgement;
}

std::string mistake_key(const PosedQuestion& posed) {
  const auto step = first_wrong_table(body_of(posed));
  return step ? as_answer(*step, letter_of_item(posed, 0)) : "";
}

std::vector<std::string> wrong_mistakes(const PosedQuestion& posed) {
  std::vector<std::string> wrong;
  const MistakeBody& body = body_of(posed);
  const auto right = first_wrong_table(body);
  for (const Step step : shown_tables(body)) {
    for (std::size_t item = 0; item < posed.order.size(); ++item) {
      if (step != right || item != 0) wrong.push_back(as_answer(step, letter_of_item(posed, item)));
    }
  }
  return wrong;
}

}  // namespace qkv
