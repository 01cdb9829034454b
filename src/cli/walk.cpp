#include "qkv/report/walk.hpp"

#include <utility>

#include "commands.hpp"
#include "qkv/cli/load_problem.hpp"
#include "qkv/cli/output.hpp"
#include "qkv/json/write.hpp"
#include "qkv/model/validate.hpp"
#include "qkv/render/markdown.hpp"
#include "walk_selection.hpp"

namespace qkv {

Outcome run_walk(const Arguments& arguments, const Session& session) {
  const std::string& name = arguments.positionals.front();
  const Result<Problem> loaded = load_problem(name, session);
  if (!loaded) return unusable(loaded.faults());
  const std::optional<int> decimals = arguments.integer("decimals");
  const Problem problem = decimals ? with_decimals(loaded.value(), *decimals) : loaded.value();
  const std::string format = arguments.value("format").value_or("text");
  if (format == "json")
    return {.output = trace_json(problem, compute(problem, right_recipe(), Carry::exact))};

  Result<WalkOptions> selection = walk_selection(arguments, problem);
  if (!selection) return unusable(selection.faults());
  WalkOptions& options = selection.value();
  options.problem_argument = name == "-" ? "" : name;
  options.decimals_as_asked = problem.decimals == loaded.value().decimals;
  Document document = walk_document(problem, options, session.catalogue);
  if (format == "markdown") return {.output = render_markdown(document)};
  return {.output = render_text(std::move(document), choose_text_options(arguments, session.system))};
}

}  // namespace qkv
