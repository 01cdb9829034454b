#include "commands.hpp"
#include "qkv/cli/load_problem.hpp"
#include "qkv/grade/answers.hpp"
#include "qkv/io/write_sheet.hpp"
#include "qkv/json/write_answers.hpp"
#include "qkv/render/markdown.hpp"
#include "qkv/report/handout.hpp"

namespace qkv {

Outcome run_sheet(const Arguments& arguments, const Session& session) {
  const std::string& name = arguments.positionals.front();
  const Result<Problem> loaded = load_problem(name, session);
  if (!loaded) return unusable(loaded.faults());
  const Problem& problem = loaded.value();
  SheetOptions options = {.problem_argument = name == "-" ? "" : name, .key = arguments.has("key")};
  const Answers answers =
      with_given_tables(problem, options.key ? answer_key(problem) : blank_answers(problem));
  const std::string format = arguments.value("format").value_or("markdown");
  if (format == "json") return {.output = answers_json(problem, answers)};
  if (format == "csv") return {.output = csv_sheet(problem, answers, options, session.catalogue)};
  options.problem = render_markdown(handout_document(problem, session.catalogue));
  options.titles = sheet_titles(problem, session.catalogue);
  return {.output = markdown_sheet(problem, answers, options, session.catalogue)};
}

}  // namespace qkv
