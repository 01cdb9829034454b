#include "qkv/report/walk.hpp"

#include <algorithm>

#include "commands.hpp"
#include "qkv/cli/load_problem.hpp"
#include "qkv/cli/output.hpp"
#include "qkv/json/write.hpp"
#include "qkv/model/validate.hpp"
#include "qkv/trace/pipeline.hpp"
#include "words.hpp"

namespace qkv {
namespace {

struct WalkCommand {
  std::string problem;
  std::vector<std::string> queries;
  std::vector<std::string> steps;
  std::optional<int> decimals;
  bool exact = false;
  bool json = false;
};

WalkCommand walk_command(const Arguments& arguments) {
  WalkCommand command;
  command.problem = arguments.positionals.front();
  command.queries = arguments.values("query");
  command.steps = arguments.values("step");
  command.decimals = arguments.integer("decimals");
  command.exact = arguments.has("exact");
  command.json = arguments.value("format") == "json";
  return command;
}

// "1 合同, 2 违约金": every row as it may be asked for.
std::string numbered(const std::vector<std::string>& names) {
  std::vector<std::string> words;
  for (const std::string& name : names) words.push_back(std::to_string(words.size() + 1) + " " + shown(name));
  return joined(words);
}

// A row by its token, else by its number from 1.
std::optional<int> query_index(const std::string& asked, const Problem& problem) {
  for (const std::vector<std::string>& names : problem.query_names) {
    const auto found = std::ranges::find(names, asked);
    if (found != names.end()) return static_cast<int>(found - names.begin());
  }
  const std::optional<int> number = read_integer(asked);
  if (number && *number >= 1 && *number <= problem.query_count) return *number - 1;
  return std::nullopt;
}

template <typename T>
void sort_and_drop_doubles(std::vector<T>& values) {
  std::ranges::sort(values);
  values.erase(std::unique(values.begin(), values.end()), values.end());
}

std::vector<Step> steps_in(const Problem& problem) {
  std::vector<Step> steps = {Step::q, Step::k, Step::v};
  for (const Step step : steps_of(problem)) steps.push_back(step);
  return steps;
}

Result<WalkOptions> select(const WalkCommand& command, const Problem& problem) {
  WalkOptions options;
  options.exact = command.exact;
  std::vector<Diagnostic> faults;

  for (const std::string& asked : command.queries) {
    const std::optional<int> index = query_index(asked, problem);
    if (index) {
      options.queries.push_back(*index);
    } else {
      const std::vector<std::string>& names = problem.query_names.front();
      faults.push_back({"walk.unknown-query",
                        {},
                        {argument("query", shown(asked)), argument("queries", numbered(names))},
                        suggest(asked, names)});
    }
  }

  const std::vector<Step> present = steps_in(problem);
  std::vector<std::string> names;
  for (const Step step : present) names.emplace_back(step_name(step));
  for (const std::string& asked : command.steps) {
    const auto found = std::ranges::find(names, asked);
    if (found != names.end()) {
      options.steps.push_back(present[static_cast<std::size_t>(found - names.begin())]);
    } else {
      faults.push_back(
          {"walk.absent-step", {}, {argument("step", asked), argument("steps", joined(names))}, {}});
    }
  }

  if (!faults.empty()) return faults;
  sort_and_drop_doubles(options.queries);
  sort_and_drop_doubles(options.steps);
  return options;
}

}  // namespace

Outcome run_walk(const Arguments& arguments, const Session& session) {
  const WalkCommand command = walk_command(arguments);
  const Result<Problem> loaded = load_problem(command.problem, session);
  if (!loaded) return unusable(loaded.faults());
  const Problem problem =
      command.decimals ? with_decimals(loaded.value(), *command.decimals) : loaded.value();
  if (command.json) return {.output = trace_json(problem, compute(problem, right_recipe(), Carry::exact))};

  const Result<WalkOptions> selection = select(command, problem);
  if (!selection) return unusable(selection.faults());
  const Document document = walk_document(problem, selection.value(), session.catalogue);
  return {.output = render_text(document, choose_text_options(arguments, session.system))};
}

}  // namespace qkv
