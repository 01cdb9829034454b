#include <algorithm>
#include <utility>

#include "commands.hpp"
#include "grade/job.hpp"
#include "grade/submissions.hpp"
#include "grade/worker.hpp"
#include "in_order.hpp"
#include "machine_format.hpp"
#include "progress_bar.hpp"
#include "qkv/cli/load_problem.hpp"
#include "qkv/cli/output.hpp"
#include "qkv/format/clean.hpp"
#include "qkv/format/gradebook.hpp"
#include "qkv/json/read_notes.hpp"
#include "qkv/json/write_class.hpp"
#include "qkv/render/markdown.hpp"
#include "qkv/report/brief.hpp"
#include "words.hpp"

namespace qkv {
namespace {

GradeJob job_of(const Arguments& arguments, const Session& session, const NotesShelf& notes) {
  GradeJob job{.session = session, .notes = notes, .setting = format_setting(arguments, session)};
  if (!arguments.has("each")) job.problem = arguments.positionals.front();
  job.format = arguments.value("format").value_or("text");
  job.machine = find_format(job.format);
  job.setting.amount = Amount::many;
  job.text = choose_text_options(arguments, session.system);
  if (const auto level = arguments.value("feedback")) job.feedback = *feedback_from_name(*level);
  job.grading.reading.decimal_comma = arguments.has("decimal-comma");
  job.grading.pass_mark = arguments.integer("pass-mark").value_or(100);
  job.decimals = arguments.integer("decimals");
  job.details = arguments.has("details");
  job.exit_zero = arguments.has("exit-zero");
  job.threads = arguments.integer("jobs").value_or(session.system.cores());
  return job;
}

// The submissions are paths from the folder of the manifest, and so are the problems that are files.
std::string beside(const std::string& manifest, const std::string& path) {
  const auto slash = manifest.rfind('/');
  if (slash == std::string::npos || path.starts_with('/')) return path;
  return manifest.substr(0, slash + 1) + path;
}

Result<std::vector<Assignment>> load_manifest(const std::string& path, const Session& session) {
  Result<std::string> text = load_text(path, session);
  if (!text) return text.faults();
  auto assignments = read_manifest(std::move(text.value()), shown_name(path, session));
  if (!assignments) return assignments;
  for (Assignment& each : assignments.value()) {
    each.answers = beside(path, each.answers);
    if (!builtin_problem(each.problem)) each.problem = beside(path, each.problem);
  }
  return assignments;
}

// Everything that is made of all submissions, in their order.
class Collected {
 public:
  // What nobody reads is not kept: memory stays the same for any number of submissions then.
  Collected(const GradeJob& job, const Arguments& arguments)
      : job_(job),
        has_summary_(job.machine == nullptr || arguments.has("summary")),
        has_gradebook_(arguments.has("gradebook")),
        tally_(has_summary_ ? (job.format == "json" ? ClassTally::Names::labels : ClassTally::Names::titles)
                            : ClassTally::Names::dropped) {}

  void add(const ClassRecord& record) {
    tally_.add(record);
    if (has_summary_ || has_gradebook_) gradebook_.add(record);
  }

  const ClassTally& tally() const { return tally_; }
  Gradebook& gradebook() { return gradebook_; }

  Document summary() {
    const Language language = job_.session.catalogue.language();
    const auto name = [&](std::string_view id) { return job_.notes.find(id)->name.in(language); };
    const ClassOptions options = {.feedback = job_.feedback,
                                  .pass_mark = static_cast<int>(job_.grading.pass_mark),
                                  .mistake_name = name,
                                  .repeated = gradebook_.repeated()};
    return class_document(tally_, options, job_.session.catalogue);
  }

  // What ends the output.
  std::string ending() {
    if (job_.machine != nullptr) {
      const Totals totals = {.submissions = static_cast<int>(tally_.submissions()),
                             .passed = static_cast<int>(tally_.passed())};
      return job_.machine->end(totals, job_.setting);
    }
    if (job_.format == "json") return class_json(tally_, job_.feedback, gradebook_.repeated());
    if (job_.format == "markdown") return render_markdown(summary());
    const std::string text = "\n" + render_text(summary(), job_.text);
    return job_.text.width ? text : without_command_lines(text);
  }

  // mistyped: some word of the command line names nothing, which is no submission's fault.
  Exit exit(bool mistyped) const {
    if (tally_.submissions() == 0 || mistyped) return Exit::unusable;
    if (job_.exit_zero) return Exit::success;
    if (tally_.ungraded() > 0) return Exit::unusable;
    return tally_.passed() == tally_.graded() ? Exit::success : Exit::wrong;
  }

 private:
  const GradeJob& job_;
  bool has_summary_;
  bool has_gradebook_;
  ClassTally tally_;
  Gradebook gradebook_;
};

// Grades all of it; the output goes into the sink as it comes.
void grade_all(const GradeJob& job, const std::vector<SubmissionFile>& files, Collected& collected) {
  Sink& sink = job.session.sink;
  Submissions submissions(files, job.session);
  const bool on_screen = sink.is_standard_output() && job.session.system.output_terminal().is_terminal;
  ProgressBar progress(job.session, "grade.progress", submissions.total(),
                       on_screen ? ProgressBar::Result::on_screen : ProgressBar::Result::elsewhere);
  const auto take = [&submissions]() -> std::optional<std::vector<Incoming>> {
    std::vector<Incoming> incoming = submissions.next();
    if (incoming.empty()) return std::nullopt;
    return incoming;
  };
  std::size_t done = 0;
  const auto put = [&](GradedBatch batch) {
    sink.write(batch.output);
    for (const ClassRecord& record : batch.records) collected.add(record);
    done += batch.records.size();
    progress.show(done);
    return !sink.failed();
  };
  if (job.machine != nullptr) sink.write(job.machine->begin(job.setting));
  in_order(
      job.threads, take, [&job] { return Worker(job); }, put);
}

// Files of their own beside the result: the gradebook, and the summary for people.
std::optional<Diagnostic> write_beside(const Arguments& arguments, const GradeJob& job,
                                       Collected& collected) {
  const System& system = job.session.system;
  if (const auto path = arguments.value("gradebook")) {
    const auto file = system.create_file(*path);
    if (!file) return file.faults().front();
    std::optional<Diagnostic> fault;
    collected.gradebook().write([&](std::string_view text) {
      if (!fault) fault = file.value()->write(text);
    });
    if (!fault) fault = file.value()->commit();
    if (fault) return fault;
  }
  if (const auto path = arguments.value("summary")) {
    const auto file = system.create_file(*path);
    if (!file) return file.faults().front();
    if (auto fault = file.value()->write(render_markdown(collected.summary()))) return fault;
    return file.value()->commit();
  }
  return std::nullopt;
}

Diagnostic stopped(const ClassTally& tally) {
  return {"grade.stopped", {}, {argument("count", tally.submissions())}, {}};
}

// Whoever gives the answers first means well.
std::vector<Diagnostic> about_order(std::vector<Diagnostic> faults, const std::string& problem,
                                    const std::vector<std::string>& answers) {
  const auto named = std::ranges::find_if(
      answers, [](const std::string& word) { return builtin_problem(word).has_value(); });
  if (named != answers.end()) {
    const std::string command = "qkv grade " + *named + " " + shown(problem);
    faults.push_back({"grade.order", {}, {argument("command", command)}, {}});
  }
  return faults;
}

std::vector<std::string> outputs_of(const Arguments& arguments) {
  std::vector<std::string> outputs;
  for (const std::string_view option : {"output", "gradebook", "summary"}) {
    if (auto path = arguments.value(option)) outputs.push_back(std::move(*path));
  }
  return outputs;
}

// An output that would take the place of an input, or of another output.
std::optional<Diagnostic> lost_by_writing(const Arguments& arguments, const Session& session) {
  std::vector<std::string> others = arguments.positionals;
  if (auto manifest = arguments.value("each")) others.push_back(std::move(*manifest));
  for (const std::string& output : outputs_of(arguments)) {
    const bool same = std::ranges::any_of(others, [&](const std::string& other) {
      return other == output || session.system.is_same_file(output, other);
    });
    if (same && output != "-")
      return Diagnostic{"grade.same-file", {}, {argument("file", shown(output))}, {}};
    others.push_back(output);
  }
  return std::nullopt;
}

bool is_mistyped(const std::vector<SubmissionFile>& files, const Session& session) {
  return std::ranges::any_of(files, [&](const SubmissionFile& file) {
    if (file.assignment != nullptr || file.path == "-") return false;
    return file.fault.has_value() || !session.system.exists(file.path);
  });
}

// One file of many lines, none of which is a submission: it is something else.
bool are_no_lines(const std::vector<SubmissionFile>& files, const ClassTally& tally) {
  return files.size() == 1 && holds_lines(files.front().path) && tally.submissions() > 1 &&
         tally.graded() == 0;
}

Diagnostic passed_over(const std::vector<std::string>& paths) {
  constexpr std::size_t most = 5;
  std::vector<std::string> names;
  for (std::size_t i = 0; i < paths.size() && i < most; ++i) names.push_back(shown(paths[i]));
  return {"grade.passed-over",
          {},
          {argument_count("count", static_cast<long long>(paths.size()), "thing.file"),
           argument("names", joined(names) + (paths.size() > most ? " …" : ""))},
          {}};
}

// Said on standard error, since the reason stands in the result.
Diagnostic some_ungraded(const ClassTally& tally) {
  return {"grade.some-ungraded",
          {},
          {argument("count", tally.ungraded()), argument("of", tally.submissions())},
          {}};
}

}  // namespace

Outcome run_grade(const Arguments& arguments, const Session& session) {
  const NotesShelf notes(notes_of);
  GradeJob job = job_of(arguments, session, notes);
  if (job.machine != nullptr && job.machine->most == Amount::one) {
    return unusable({{"grade.single-format", {}, {argument("format", job.format)}, {}}});
  }
  if (const auto fault = lost_by_writing(arguments, session)) return unusable({*fault});
  std::vector<Assignment> assignments;
  FoundFiles found;
  Result<Problem> problem = std::vector<Diagnostic>{};
  if (const auto manifest = arguments.value("each")) {
    auto loaded = load_manifest(*manifest, session);
    if (!loaded) return unusable(loaded.faults());
    assignments = std::move(loaded.value());
    found.files = submission_files(assignments);
  } else {
    const std::vector<std::string> answers(arguments.positionals.begin() + 1, arguments.positionals.end());
    // Read once: it may come from a pipe, and what is wrong with it is no submission's fault.
    problem = load_problem(job.problem, session);
    if (!problem) return unusable(about_order(problem.faults(), job.problem, answers));
    job.given = &problem.value();
    std::vector<std::string> outputs = outputs_of(arguments);
    outputs.emplace_back("/dev/stdout");  // a file, where the shell sends it there
    found = submission_files(answers, outputs, session);
  }

  session.system.catch_interrupts();
  Collected collected(job, arguments);
  grade_all(job, found.files, collected);
  const ClassTally& tally = collected.tally();
  Outcome outcome;
  if (session.sink.failed()) return outcome;
  if (tally.submissions() == 0 && !session.system.interrupted()) {
    outcome = unusable({{"grade.nothing", {}, {}, {}}});
  }
  outcome.output = collected.ending();
  outcome.exit = collected.exit(is_mistyped(found.files, session));
  if (tally.submissions() > 0 && tally.ungraded() > 0) outcome.faults.push_back(some_ungraded(tally));
  if (!found.passed_over.empty()) outcome.faults.push_back(passed_over(found.passed_over));
  if (are_no_lines(found.files, tally)) outcome.faults.push_back({"grade.not-lines", {}, {}, {}});
  if (session.system.interrupted()) outcome.faults.push_back(stopped(tally));
  if (const auto fault = write_beside(arguments, job, collected)) {
    outcome.faults.push_back(*fault);
    outcome.exit = Exit::fault;
  }
  return outcome;
}

}  // namespace qkv
