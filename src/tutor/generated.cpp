#include "qkv/tutor/generated.hpp"

#include <algorithm>
#include <utility>

#include "generated_shape.hpp"
#include "qkv/base/draws.hpp"
#include "qkv/generate/mistaken.hpp"
#include "qkv/trace/labels.hpp"
#include "qkv/tutor/judge.hpp"

namespace qkv {
namespace {

constexpr std::string_view round_points[] = {"can-round", "by-hand"};
constexpr std::string_view scale_points[] = {"can-scale", "can-round"};
constexpr std::string_view roles_points[] = {"can-roles", "can-round"};
constexpr std::string_view mask_points[] = {"can-mask", "causal"};
constexpr std::string_view pad_points[] = {"can-mask", "padding"};
constexpr std::string_view head_points[] = {"can-shape", "heads"};
constexpr std::string_view shape_points[] = {"can-shape", "heads"};

using K = QuestionKind;

// THE table of generated questions.
constexpr GeneratedKind rows[] = {
    {"new-scores", K::numbers, "by-hand", "dot-products", 1, Step::scores, round_points},
    {"new-scaled", K::numbers, "scale", "scaling", 1, Step::scaled, scale_points},
    {"new-softmax", K::numbers, "by-hand", "softmax", 1, Step::weights, round_points},
    {"new-output", K::numbers, "by-hand", "single-head", 1, Step::output, roles_points},
    {"new-causal-masked", K::numbers, "causal", "causal", 1, Step::masked, mask_points},
    {"new-causal-weights", K::numbers, "causal", "causal", 2, Step::weights, mask_points},
    {"new-padding-masked", K::numbers, "padding", "padding", 1, Step::masked, pad_points},
    {"new-shape", K::shape, "shapes", {}, 1, Step::scores, shape_points},
    {"new-mistake-softmax", K::mistake, "mistakes", "softmax", 1, Step::scores, round_points},
    {"new-mistake-head", K::mistake, "mistakes", "single-head", 2, Step::scores, round_points},
    {"new-mistake-causal", K::mistake, "causal", "causal", 2, Step::scores, mask_points},
    {"new-mistake-padding", K::mistake, "padding", "padding", 2, Step::scores, pad_points},
    {"new-mistake-heads", K::mistake, "heads", "multi-head", 2, Step::scores, head_points},
};

LocatedText both(std::string_view key, const std::vector<Argument>& arguments = {}) {
  return {in_both_languages(key, arguments)};
}

Argument step_argument(Step step) {
  return argument("step", std::string(step_name(step)));
}

// Rows in which the mask has nothing to say are not worth asking.
std::vector<int> rows_worth_asking(const Problem& problem, Step step) {
  std::vector<int> worth;
  for (int row = 0; row < problem.query_count; ++row) {
    if (!is_asked_row(problem, step, 0, row)) continue;
    int visible = 0;
    for (int key = 0; key < problem.key_count; ++key) visible += problem.may_look(0, 0, row, key) ? 1 : 0;
    if (visible > 1) worth.push_back(row);
  }
  if (worth.empty()) worth.push_back(problem.query_count - 1);
  return worth;
}

void ask_for_numbers(Question& question, const GeneratedKind& kind, Problem problem, Draws& draws) {
  const std::vector<int> worth = rows_worth_asking(problem, kind.step);
  const int row = worth[static_cast<std::size_t>(draws.between(0, static_cast<int>(worth.size()) - 1))];
  const std::vector<Argument> arguments = {step_argument(kind.step),
                                           argument("row", row_name(problem, kind.step, 0, row)),
                                           argument("decimals", of_step(problem.decimals, kind.step))};
  question.ask = both("quiz.new.numbers.ask", arguments);
  const std::string of_that_step = "quiz.new.numbers." + std::string(step_name(kind.step));
  question.hints = {both(of_that_step + ".where", arguments), both(of_that_step + ".rule", arguments)};
  question.why = both(of_that_step + ".why", arguments);
  auto limited = std::make_shared<const Problem>(limited_to(std::move(problem), {kind.step}));
  question.body = NumbersBody{std::move(limited), kind.step, row};
}

// Mistakes whose tables can be shown, each with the first table in which it is seen.
std::vector<std::string_view> shown_mistakes(const std::shared_ptr<const Problem>& problem) {
  std::vector<std::string_view> ids;
  for (const PossibleMistake& possible : possible_mistakes(*problem)) {
    if (first_wrong_table({problem, std::string(possible.mistake->id), {}}))
      ids.push_back(possible.mistake->id);
  }
  return ids;
}

bool ask_for_mistake(Question& question, Problem problem, Draws& draws) {
  constexpr std::size_t offered = 4;
  const auto shared = std::make_shared<const Problem>(std::move(problem));
  std::vector<std::string_view> ids = shown_mistakes(shared);
  std::vector<std::string> chosen;
  while (chosen.size() < offered && !ids.empty()) {
    const auto at = ids.begin() + draws.between(0, static_cast<int>(ids.size()) - 1);
    const std::string id(*at);
    ids.erase(at);
    const MistakeBody right{shared, chosen.empty() ? id : chosen.front(), {}};
    if (chosen.empty() || can_be_told_apart(right, id)) chosen.push_back(id);
  }
  if (chosen.size() < 2) return false;
  question.ask = both("quiz.mistake.ask");
  question.hints = {both("quiz.new.mistake.where"), both("quiz.new.mistake.rule")};
  question.why = both("quiz.new.mistake.why");
  question.body =
      MistakeBody{shared, chosen.front(), std::vector<std::string>(chosen.begin() + 1, chosen.end())};
  return true;
}

ExerciseRequest request_of(const GeneratedKind& kind) {
  ExerciseRequest request;
  request.topic = find_topic_of_exercises(kind.exercise);
  request.level = kind.level;
  return request;
}

}  // namespace

std::span<const GeneratedKind> generated_kinds() {
  return rows;
}

const GeneratedKind* find_generated_kind(std::string_view id) {
  const auto found = std::ranges::find(rows, id, &GeneratedKind::id);
  return found == std::end(rows) ? nullptr : &*found;
}

Result<Question> make_question(const GeneratedKind& kind, std::uint64_t seed, const Sentences& sentences) {
  Question question;
  question.id = std::string(kind.id);
  question.topic = std::string(kind.topic);
  question.points.assign(kind.points.begin(), kind.points.end());
  Draws draws(seed_of(seed, kind.id));
  if (kind.kind == QuestionKind::shape) {
    ask_for_shape(question, draws);
    return question;
  }
  const Result<ExercisePlan> plan = plan_without_proof(request_of(kind));
  if (!plan) return plan.faults();
  Result<Problem> problem = make_exercise(plan.value(), seed, {std::string(kind.id), 0}, sentences);
  if (!problem) return problem.faults();
  if (kind.kind == QuestionKind::numbers) {
    ask_for_numbers(question, kind, std::move(problem.value()), draws);
  } else if (!ask_for_mistake(question, std::move(problem.value()), draws)) {
    return Diagnostic{"quiz.no-mistakes", {}, {argument("kind", std::string(kind.id))}, {}};
  }
  return question;
}

}  // namespace qkv
