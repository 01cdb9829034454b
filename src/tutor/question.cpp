#include "qkv/tutor/question.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "qkv/trace/pipeline.hpp"

namespace qkv {
namespace {

constexpr std::array<std::string_view, std::variant_size_v<QuestionBody>> names = {
    "choice", "true-false", "shape", "numbers", "order", "mistake"};

bool is_among(const std::vector<Step>& steps, Step step) {
  return std::ranges::find(steps, step) != steps.end();
}

}  // namespace

std::string_view question_kind_name(QuestionKind kind) {
  return names[static_cast<std::size_t>(kind)];
}

const Problem* problem_of(const Question& question) {
  if (const auto* numbers = std::get_if<NumbersBody>(&question.body)) return numbers->problem.get();
  if (const auto* mistake = std::get_if<MistakeBody>(&question.body)) return mistake->problem.get();
  return nullptr;
}

Problem limited_to(Problem problem, const std::vector<Step>& steps) {
  std::vector<Step> given;
  std::vector<Step> asked;
  for (const Step step : steps_of(problem)) {
    if (is_among(steps, step)) {
      asked.push_back(step);
    } else if (asked.empty() && (problem.is_asked(step) || problem.is_given(step))) {
      given.push_back(step);
    }
  }
  problem.asked = std::move(asked);
  problem.given = std::move(given);
  return problem;
}

LocalizedText in_both_languages(std::string_view key, const std::vector<Argument>& arguments) {
  return {.zh = Catalogue(Language::zh).say(key, arguments),
          .en = Catalogue(Language::en).say(key, arguments)};
}

}  // namespace qkv
