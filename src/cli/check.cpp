#include "qkv/report/check.hpp"

#include <utility>

#include "commands.hpp"
#include "qkv/cli/load_problem.hpp"
#include "qkv/cli/output.hpp"
#include "qkv/grade/grade.hpp"
#include "qkv/json/read_answers.hpp"
#include "qkv/json/write.hpp"

namespace qkv {
namespace {

struct CheckCommand {
  std::string problem;
  std::string answers;
  bool json = false;
};

CheckCommand check_command(const Arguments& arguments) {
  return {arguments.positionals[0], arguments.positionals[1], arguments.value("format") == "json"};
}

Result<Answers> load_answers(const std::string& path, const Session& session) {
  Result<std::string> text = load_text(path, session);
  if (!text) return text.faults();
  return read_answers(std::move(text.value()), shown_name(path, session));
}

// Why nothing could be graded.
std::vector<Diagnostic> faults_of(const Report& report) {
  std::vector<Diagnostic> faults = report.faults;
  for (const TableReport& table : report.tables) {
    faults.insert(faults.end(), table.faults.begin(), table.faults.end());
  }
  return faults;
}

}  // namespace

Outcome run_check(const Arguments& arguments, const Session& session) {
  const CheckCommand command = check_command(arguments);
  const Result<Problem> problem = load_problem(command.problem, session);
  if (!problem) return unusable(problem.faults());
  const Result<Answers> answers = load_answers(command.answers, session);
  if (!answers) return unusable(answers.faults());

  const Report report = grade(problem.value(), answers.value());
  if (!report.anything_readable) return unusable(faults_of(report));
  const Exit exit = report.passed ? Exit::success : Exit::wrong;
  if (command.json) return {.output = report_json(problem.value(), report), .exit = exit};
  Document document = check_document(problem.value(), report, command.problem == "-" ? "" : command.problem,
                                     session.catalogue);
  return {.output = render_text(std::move(document), choose_text_options(arguments, session.system)),
          .exit = exit};
}

}  // namespace qkv
