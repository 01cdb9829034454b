#include "qkv/report/check.hpp"

#include <algorithm>
#include <utility>

#include "commands.hpp"
#include "machine_format.hpp"
#include "qkv/cli/command_table.hpp"
#include "qkv/cli/help.hpp"
#include "qkv/cli/load_answers.hpp"
#include "qkv/cli/load_problem.hpp"
#include "qkv/cli/output.hpp"
#include "qkv/format/clean.hpp"
#include "qkv/grade/grade.hpp"
#include "qkv/json/read_notes.hpp"
#include "qkv/json/write.hpp"
#include "qkv/model/validate.hpp"
#include "qkv/render/markdown.hpp"
#include "qkv/report/results.hpp"
#include "qkv/text/command_calls.hpp"
#include "words.hpp"

namespace qkv {
namespace {

struct CheckCommand {
  std::string problem;
  std::string answers;
  std::string format = "text";
  bool exit_zero = false;
  std::optional<int> decimals;  // in place of those that the problem asks for
  Feedback feedback = Feedback::why;
  GradeOptions grading;
};

CheckCommand check_command(const Arguments& arguments) {
  CheckCommand command;
  command.problem = arguments.positionals[0];
  command.answers = arguments.positionals[1];
  command.format = arguments.value("format").value_or("text");
  command.exit_zero = arguments.has("exit-zero");
  command.decimals = arguments.integer("decimals");
  if (const auto level = arguments.value("feedback")) command.feedback = *feedback_from_name(*level);
  command.grading.reading.decimal_comma = arguments.has("decimal-comma");
  command.grading.pass_mark = arguments.integer("pass-mark").value_or(100);
  return command;
}

// A submission in the format that is wanted.
std::string printed(const CheckCommand& command, const Problem& problem, const Answers& answers,
                    const Report& report, const Arguments& arguments, const Session& session) {
  if (command.format == "json") return report_json(problem, report, command.feedback);
  const NotesShelf notes(notes_of);
  const CheckOptions options = {.feedback = command.feedback,
                                .decimal_comma = command.grading.reading.decimal_comma,
                                .problem_argument = command.problem,
                                .notes = &notes};
  if (const Format* format = find_format(command.format)) {
    const Submission submission = {
        .file = command.answers == "-" ? "" : command.answers,
        .results = results_of(problem, answers, report, options, session.catalogue)};
    return formatted(*format, submission, format_setting(arguments, session));
  }
  Document document = check_document(problem, report, options, session.catalogue);
  if (command.format == "markdown") return render_markdown(document);
  const TextOptions looks = choose_text_options(arguments, session.system);
  const std::string text = render_text(std::move(document), looks);
  // Off the terminal a runner of pipelines may read along.
  return looks.width ? text : without_command_lines(text);
}

// Nothing of the answers can be used. How many points there were to be had is known all the same.
Outcome ungraded(const CheckCommand& command, const Problem& problem, std::vector<Diagnostic> faults,
                 const Arguments& arguments, const Session& session) {
  Outcome outcome = unusable(std::move(faults));
  const Format* format = find_format(command.format);
  if (format == nullptr) return outcome;
  Submission submission;
  submission.results.max_points = grade(problem, blank_answers(problem)).max_points;
  for (const Diagnostic& fault : outcome.faults) submission.failures.push_back(failure_of(fault, session));
  outcome.output = formatted(*format, submission, format_setting(arguments, session));
  return outcome;
}

// What to call the problem that answers name: built in, or a file beside them; else what stands for any.
std::string problem_word(const std::string& id, const Session& session) {
  if (builtin_problem(id)) return id;
  const bool has_file = !id.empty() && session.system.is_ordinary_file(id + ".json");
  return has_file ? file_word(id + ".json") : std::string(session.catalogue.text("practice.any-problem"));
}

// Answers where the problem belongs: nothing else was named. Nothing: they are none.
std::optional<Diagnostic> answers_alone(const std::string& name, const Session& session) {
  if (builtin_problem(name) || !session.system.is_ordinary_file(name)) return std::nullopt;
  const Result<Answers> answers = load_answers(name, session);
  if (!answers && answers.faults().front().code == "answers.is-practice") return answers.faults().front();
  if (!answers || answers.value().tables.empty()) return std::nullopt;
  const std::string command =
      "qkv check " + problem_word(answers.value().problem, session) + " " + file_word(name);
  return Diagnostic{"check.answers-alone", {.file = name}, {argument("command", command)}, {}};
}

// Whoever sits at a terminal and has no answers yet can find them right now.
Outcome without_answers(const Arguments& arguments, const Session& session) {
  if (auto fault = answers_alone(arguments.positionals[0], session)) return unusable({*fault});
  const CommandRow& practice = *find_command("practice");
  const bool has_terminal =
      session.system.input_terminal().is_terminal && session.system.output_terminal().is_terminal;
  const bool makes_sense = std::ranges::all_of(arguments.options, [&](const GivenOption& option) {
    return find_option(practice.options, option.name) != nullptr && option.name != "output";
  });
  if (has_terminal && makes_sense) return practice.run(arguments, session);
  return misuse(find_command("check"),
                {{"usage.missing-argument", {}, {argument_key("name", "value.answers")}, {}}}, session);
}

}  // namespace

Outcome run_check(const Arguments& arguments, const Session& session) {
  if (arguments.positionals.size() < 2) return without_answers(arguments, session);
  const CheckCommand command = check_command(arguments);
  Result<Problem> loaded = load_problem(command.problem, session);
  if (!loaded) return unusable(loaded.faults());
  const Problem problem = command.decimals ? with_decimals(std::move(loaded.value()), *command.decimals)
                                           : std::move(loaded.value());
  if (command.answers != "-" && session.system.is_folder(command.answers)) {
    return unusable({{"check.folder",
                      {},
                      {argument("command", "qkv grade " + command.problem + " " + shown(command.answers))},
                      {}}});
  }
  const Result<Answers> answers = load_answers(command.answers, session);
  if (!answers) return ungraded(command, problem, answers.faults(), arguments, session);

  const Report report = grade(problem, answers.value(), command.grading);
  if (!report.anything_readable) return ungraded(command, problem, all_faults(report), arguments, session);
  return {.output = printed(command, problem, answers.value(), report, arguments, session),
          .exit = report.passed || command.exit_zero ? Exit::success : Exit::wrong};
}

}  // namespace qkv
