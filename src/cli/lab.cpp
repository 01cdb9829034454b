#include "qkv/report/lab.hpp"

#include <cmath>
#include <optional>
#include <utility>

#include "commands.hpp"
#include "progress_bar.hpp"
#include "qkv/cli/load_problem.hpp"
#include "qkv/cli/output.hpp"
#include "qkv/json/write_lab.hpp"
#include "qkv/render/markdown.hpp"

namespace qkv {
namespace {

constexpr std::uint64_t seed_by_default = 1;

std::uint64_t seed_of(const Arguments& arguments) {
  const auto text = arguments.value("seed");
  return text ? *read_seed(*text) : seed_by_default;
}

std::string document(Document content, const Arguments& arguments, const Session& session) {
  if (arguments.value("format") == "markdown") return render_markdown(content);
  return render_text(std::move(content), choose_text_options(arguments, session.system));
}

Outcome list_labs(const Arguments& arguments, const Session& session) {
  if (arguments.value("format") == "json") return {.output = labs_json(labs(), session.catalogue)};
  return {.output = document(labs_document(labs(), session.catalogue), arguments, session)};
}

// The problem that it looks at: the one that is named, or its own; nothing where it looks at none.
Result<std::optional<Problem>> problem_for(const Lab& lab, const std::vector<std::string>& words,
                                           const Session& session) {
  const bool is_named = words.size() > 1;
  if (lab.default_problem.empty()) {
    if (is_named) return Diagnostic{"lab.no-problem", {}, {argument("lab", std::string(lab.id))}, {}};
    return std::optional<Problem>{};
  }
  Result<Problem> problem = load_problem(is_named ? words[1] : std::string(lab.default_problem), session);
  if (!problem) return problem.faults();
  return std::optional<Problem>(std::move(problem.value()));
}

Result<LabResult> run(const Lab& lab, const Problem* problem, const Arguments& arguments,
                      const Session& session) {
  ProgressBar progress(session, "lab.progress", 100, ProgressBar::Result::elsewhere);
  const auto show = [&progress](double share) {
    progress.show(static_cast<std::size_t>(std::lround(share * 100)));
  };
  return lab.run(
      {.seed = seed_of(arguments), .problem = problem, .progress = show, .seconds = session.system.seconds});
}

}  // namespace

Outcome run_lab(const Arguments& arguments, const Session& session) {
  if (arguments.positionals.empty()) return list_labs(arguments, session);
  const Lab& lab = *find_lab(arguments.positionals.front());
  const auto problem = problem_for(lab, arguments.positionals, session);
  if (!problem) return unusable(problem.faults());
  const auto result = run(lab, problem.value() ? &*problem.value() : nullptr, arguments, session);
  if (!result) return unusable(result.faults());
  Outcome outcome;
  outcome.exit = result.value().holds() ? Exit::success : Exit::wrong;
  outcome.output = arguments.value("format") == "json"
                       ? lab_json(result.value(), session.catalogue)
                       : document(lab_document(result.value(), session.catalogue), arguments, session);
  return outcome;
}

}  // namespace qkv
