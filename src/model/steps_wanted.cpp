#include "steps_wanted.hpp"

#include <algorithm>
#include <array>
#include <set>
#include <string>
#include <utility>

#include "checks.hpp"
#include "qkv/base/suggest.hpp"
#include "qkv/text/unicode.hpp"

namespace qkv {
namespace {

constexpr int default_decimals = 2;
constexpr int default_points = 1;

std::string nearest_step(std::string_view name) {
  std::vector<std::string_view> names;
  for (Step step : all_steps) names.push_back(step_name(step));
  return nearest(name, std::span<const std::string_view>(names));
}

using Names = Located<std::vector<Located<std::string>>>;

Argument shown_name(const std::string& name) {
  constexpr int columns = 40;
  return argument("name", elide(visible(name), columns));
}

// Why a problem has no table of a step.
std::string absent_code(const Problem& problem, Step step) {
  switch (step) {
    case Step::q:
    case Step::k:
    case Step::v:
    case Step::scores:
      return "step.given";
    case Step::q_heads:
    case Step::k_heads:
    case Step::v_heads:
      return problem.heads == 1 ? "step.one-head" : "step.heads-given";
    case Step::masked:
      return "step.no-mask";
    case Step::dropped:
      return "step.no-dropout";
    case Step::output:
      return "step.no-values";
    case Step::merged:
      return problem.heads == 1 ? "step.one-head" : "step.no-values";
    case Step::projected:
      return "step.no-w_o";
    case Step::scaled:
    case Step::exp:
    case Step::sum:
    case Step::weights:
      break;  // always there
  }
  return "step.unknown";
}

void check_step(std::vector<Diagnostic>& faults, const Located<std::string>& name, const Problem* problem) {
  const std::vector<Argument> arguments = {shown_name(name.value)};
  const std::optional<Step> step = step_from_name(name.value);
  if (!step) {
    faults.push_back({"step.unknown", name.place, arguments, nearest_step(name.value)});
  } else if (problem != nullptr && !problem->computes(*step)) {
    faults.push_back({absent_code(*problem, *step), name.place, arguments, {}});
  }
}

bool is_among(const std::optional<Names>& names, std::string_view name) {
  return names && std::ranges::find(names->value, name, &Located<std::string>::value) != names->value.end();
}

void check_list(std::vector<Diagnostic>& faults, const Names& names, const Problem* problem,
                const char* twice) {
  std::set<std::string> seen;
  for (const Located<std::string>& name : names.value) {
    if (!seen.insert(name.value).second) {
      faults.push_back({twice, name.place, {shown_name(name.value)}, {}});
    } else {
      check_step(faults, name, problem);
    }
  }
}

void check_ask(std::vector<Diagnostic>& faults, const RawProblem& raw, const Problem* problem) {
  if (!raw.ask) return;
  if (raw.ask->value.empty()) faults.push_back({"ask.empty", raw.ask->place, {}, {}});
  check_list(faults, *raw.ask, problem, "ask.twice");
}

void check_given(std::vector<Diagnostic>& faults, const RawProblem& raw, const Problem* problem) {
  if (!raw.given) return;
  check_list(faults, *raw.given, problem, "given.twice");
  for (const Located<std::string>& name : raw.given->value) {
    if (step_from_name(name.value) && is_among(raw.ask, name.value))
      faults.push_back({"given.asked", name.place, {shown_name(name.value)}, {}});
  }
}

void check_numbers(std::vector<Diagnostic>& faults, const std::vector<RawPerStep>& numbers,
                   const Problem* problem, int limit, const char* code) {
  for (const RawPerStep& number : numbers) {
    if (!number.step.value.empty()) check_step(faults, number.step, problem);
    if (number.value.value >= 0 && number.value.value <= limit) continue;
    faults.push_back(
        {code, number.value.place, {argument("found", number.value.value), argument("limit", limit)}, {}});
  }
}

PerStep<int> per_step(const std::vector<RawPerStep>& numbers, int otherwise) {
  PerStep<int> result;
  result.fill(otherwise);
  for (const RawPerStep& number : numbers) {
    const auto value = static_cast<int>(number.value.value);
    if (number.step.value.empty()) {
      result.fill(value);
    } else {
      of_step(result, *step_from_name(number.step.value)) = value;
    }
  }
  return result;
}

bool asked_by_default(Step step, const Problem& problem) {
  switch (step) {
    case Step::scores:
    case Step::masked:
    case Step::weights:
    case Step::output:
    case Step::merged:
    case Step::projected:
      return true;
    case Step::scaled:
      return problem.scale.kind != Scale::Kind::none;  // else it repeats the scores
    case Step::q:
    case Step::k:
    case Step::v:
    case Step::q_heads:
    case Step::k_heads:
    case Step::v_heads:
    case Step::exp:
    case Step::sum:
    case Step::dropped:
      break;
  }
  return false;
}

// What is named in the file, without names that are none.
std::vector<Step> named_steps(const std::optional<Names>& names) {
  std::vector<Step> steps;
  if (!names) return steps;
  for (const Located<std::string>& name : names->value) {
    if (const std::optional<Step> step = step_from_name(name.value)) steps.push_back(*step);
  }
  std::ranges::sort(steps);
  return steps;
}

}  // namespace

void check_wanted_steps(std::vector<Diagnostic>& faults, const RawProblem& raw, const Problem* problem) {
  check_ask(faults, raw, problem);
  check_given(faults, raw, problem);
  check_numbers(faults, raw.decimals, problem, Limits::max_decimals, "decimals.range");
  check_numbers(faults, raw.points, problem, Limits::max_points, "points.range");
}

PerStep<int> decimals_of(const RawProblem& raw) {
  return per_step(raw.decimals, default_decimals);
}

PerStep<int> points_of(const RawProblem& raw) {
  return per_step(raw.points, default_points);
}

void check_anything_asked(std::vector<Diagnostic>& faults, const RawProblem& raw, const Problem& problem) {
  if (raw.ask || was_reported(raw, "ask") || !raw.given || !asked_steps(raw, problem).empty()) return;
  faults.push_back({"given.nothing-asked", raw.given->place, {}, {}});
}

std::vector<Step> asked_steps(const RawProblem& raw, const Problem& problem) {
  if (raw.ask) return named_steps(raw.ask);
  std::vector<Step> asked;
  for (Step step : all_steps) {
    if (!asked_by_default(step, problem) || !problem.computes(step)) continue;
    if (!is_among(raw.given, step_name(step))) asked.push_back(step);
  }
  return asked;
}

std::vector<Step> given_tables(const RawProblem& raw) {
  return named_steps(raw.given);
}

}  // namespace qkv
