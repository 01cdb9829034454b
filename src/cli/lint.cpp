#include "qkv/report/lint.hpp"

#include <algorithm>
#include <utility>

#include "commands.hpp"
#include "content.hpp"
#include "qkv/cli/load_problem.hpp"
#include "qkv/cli/output.hpp"
#include "qkv/json/read_notes.hpp"
#include "qkv/json/write_lint.hpp"
#include "qkv/render/markdown.hpp"
#include "qkv/report/content.hpp"

namespace qkv {
namespace {

// The widest names of mistakes fit beside the tables of most problems.
constexpr int width_for_names = 110;

LintedProblem linted(const std::string& name, const Session& session) {
  LintedProblem result{.name = name, .problem = std::nullopt, .report = {}, .faults = {}};
  Result<Problem> problem = load_problem(name, session);
  if (!problem) {
    result.faults = problem.faults();
    return result;
  }
  result.report = lint(problem.value());
  result.problem = std::move(problem.value());
  return result;
}

std::string documents(const std::vector<LintedProblem>& problems, const Arguments& arguments,
                      const Session& session) {
  const NotesShelf notes(notes_of);
  const bool markdown = arguments.value("format") == "markdown";
  const TextOptions text = choose_text_options(arguments, session.system);
  const LintOptions options = {
      .notes = &notes,
      .words = text.plain || text.ascii,
      .names = markdown || text.plain || text.width.value_or(width_for_names) >= width_for_names};
  std::string output;
  for (const LintedProblem& each : problems) {
    if (!each.problem) continue;
    Document document = lint_document(*each.problem, each.report, options, session.catalogue);
    if (!output.empty()) output += "\n";
    output += markdown ? render_markdown(document) : render_text(std::move(document), text);
  }
  return output;
}

Exit exit_of(const std::vector<LintedProblem>& problems, bool strict) {
  if (!std::ranges::all_of(problems, [](const LintedProblem& each) { return each.problem.has_value(); }))
    return Exit::unusable;
  const bool found =
      std::ranges::any_of(problems, [](const LintedProblem& each) { return !each.report.findings.empty(); });
  return strict && found ? Exit::wrong : Exit::success;
}

// Lessons and questions in place of problems. What is amiss with them is to be mended: there is no leniency.
Outcome run_content_lint(const std::string& folder, const Arguments& arguments, const Session& session) {
  const LintedContent linted = lint_content_of(folder, session);
  if (!linted.faults.empty()) return unusable(linted.faults);
  Outcome outcome;
  outcome.exit = linted.findings.empty() ? Exit::success : Exit::wrong;
  if (arguments.value("format") == "json") {
    outcome.output = content_json({folder, linted.lessons, linted.questions, linted.findings});
    return outcome;
  }
  Document document =
      content_document(folder, linted.lessons, linted.questions, linted.findings, session.catalogue);
  outcome.output = arguments.value("format") == "markdown"
                       ? render_markdown(document)
                       : render_text(std::move(document), choose_text_options(arguments, session.system));
  return outcome;
}

}  // namespace

Outcome run_lint(const Arguments& arguments, const Session& session) {
  if (const auto folder = arguments.value("content")) return run_content_lint(*folder, arguments, session);
  std::vector<LintedProblem> problems;
  for (const std::string& name : arguments.positionals) problems.push_back(linted(name, session));
  Outcome outcome;
  outcome.exit = exit_of(problems, arguments.has("strict"));
  outcome.output =
      arguments.value("format") == "json" ? lint_json(problems) : documents(problems, arguments, session);
  for (const LintedProblem& each : problems)
    outcome.faults.insert(outcome.faults.end(), each.faults.begin(), each.faults.end());
  return outcome;
}

}  // namespace qkv
