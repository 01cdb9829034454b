#include "walk_selection.hpp"

#include <algorithm>

#include "qkv/trace/pipeline.hpp"
#include "words.hpp"

namespace qkv {
namespace {

using Faults = std::vector<Diagnostic>;

template <typename T>
void sort_and_drop_doubles(std::vector<T>& values) {
  std::ranges::sort(values);
  values.erase(std::unique(values.begin(), values.end()), values.end());
}

// "1 合同, 2 违约金": every row as it may be asked for.
std::string numbered(const std::vector<std::string>& names) {
  std::vector<std::string> words;
  for (const std::string& name : names) words.push_back(std::to_string(words.size() + 1) + " " + shown(name));
  return joined(words);
}

// Rows by their token, in every batch member that has it; else by their number from 1, in all of them.
std::vector<QueryChoice> query_choices(const std::string& asked, const Problem& problem) {
  std::vector<QueryChoice> choices;
  for (int b = 0; b < problem.batch; ++b) {
    const auto& names = problem.query_names[static_cast<std::size_t>(b)];
    const auto found = std::ranges::find(names, asked);
    if (found != names.end()) choices.push_back({b, static_cast<int>(found - names.begin())});
  }
  const std::optional<int> number = read_integer(asked);
  if (choices.empty() && number && *number >= 1 && *number <= problem.query_count) {
    for (int b = 0; b < problem.batch; ++b) choices.push_back({b, *number - 1});
  }
  return choices;
}

void select_queries(Faults& faults, const Arguments& arguments, const Problem& problem,
                    WalkOptions& options) {
  for (const std::string& asked : arguments.values("query")) {
    const std::vector<QueryChoice> choices = query_choices(asked, problem);
    options.queries.insert(options.queries.end(), choices.begin(), choices.end());
    if (!choices.empty()) continue;
    const std::vector<std::string>& names = problem.query_names.front();
    faults.push_back({"walk.unknown-query",
                      {},
                      {argument("query", shown(asked)), argument("queries", numbered(names))},
                      suggest(asked, names)});
  }
  const auto key = [](const QueryChoice& choice) { return std::pair(choice.query, choice.batch); };
  std::ranges::sort(options.queries, {}, key);
  const auto same = [&](const QueryChoice& a, const QueryChoice& b) { return key(a) == key(b); };
  options.queries.erase(std::unique(options.queries.begin(), options.queries.end(), same),
                        options.queries.end());
}

void select_numbers(Faults& faults, const Arguments& arguments, std::string_view option, int count,
                    std::vector<int>& chosen) {
  for (const std::string& asked : arguments.values(option)) {
    const int number = read_integer(asked).value_or(0);
    if (number >= 1 && number <= count) {
      chosen.push_back(number - 1);
    } else {
      const std::string code = count > 1 ? "walk.number-range" : "walk.one." + std::string(option);
      faults.push_back({code,
                        {},
                        {argument("option", "--" + std::string(option)), argument("value", shown(asked)),
                         argument("count", count)},
                        {}});
    }
  }
  sort_and_drop_doubles(chosen);
}

std::vector<Step> steps_in(const Problem& problem) {
  std::vector<Step> steps = given_steps(problem);
  for (const Step step : steps_of(problem)) steps.push_back(step);
  std::ranges::sort(steps);
  return steps;
}

std::optional<Step> present_step(Faults& faults, const std::string& asked, const std::vector<Step>& present) {
  const std::optional<Step> step = step_from_name(asked);
  if (step && std::ranges::find(present, *step) != present.end()) return step;
  std::vector<std::string> names;
  for (const Step each : present) names.emplace_back(step_name(each));
  faults.push_back({"walk.absent-step", {}, {argument("step", asked), argument("steps", joined(names))}, {}});
  return std::nullopt;
}

void select_steps(Faults& faults, const Arguments& arguments, const Problem& problem, WalkOptions& options) {
  const std::vector<Step> present = steps_in(problem);
  for (const std::string& asked : arguments.values("step")) {
    if (const auto step = present_step(faults, asked, present)) options.steps.push_back(*step);
  }
  const std::optional<std::string> from = arguments.value("from");
  const std::optional<std::string> to = arguments.value("to");
  if (from || to) {
    const auto first = from ? present_step(faults, *from, present) : present.front();
    const auto last = to ? present_step(faults, *to, present) : present.back();
    if (first && last && *first > *last) {
      faults.push_back({"walk.from-after-to", {}, {argument("from", *from), argument("to", *to)}, {}});
    }
    for (const Step step : present) {
      if (first && last && step >= *first && step <= *last) options.steps.push_back(step);
    }
  }
  sort_and_drop_doubles(options.steps);
}

std::optional<Detail> detail_of(const Arguments& arguments) {
  const std::optional<std::string> word = arguments.value("detail");
  if (word == "tables") return Detail::tables;
  if (word == "rows") return Detail::rows;
  if (word == "cells") return Detail::cells;
  return std::nullopt;
}

}  // namespace

Result<WalkOptions> walk_selection(const Arguments& arguments, const Problem& problem) {
  WalkOptions options;
  Faults faults;
  options.exact = arguments.has("exact");
  options.detail = detail_of(arguments);
  select_queries(faults, arguments, problem, options);
  select_numbers(faults, arguments, "batch", problem.batch, options.batches);
  select_numbers(faults, arguments, "head", problem.heads, options.heads);
  select_steps(faults, arguments, problem, options);
  if (!faults.empty()) return faults;
  return options;
}

}  // namespace qkv
