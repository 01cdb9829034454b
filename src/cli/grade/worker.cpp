#include "worker.hpp"

#include <algorithm>
#include <cstdint>
#include <unordered_map>
#include <utility>

#include "../machine_format.hpp"
#include "qkv/cli/load_answers.hpp"
#include "qkv/cli/load_problem.hpp"
#include "qkv/format/clean.hpp"
#include "qkv/json/read_answers.hpp"
#include "qkv/json/write.hpp"
#include "qkv/model/validate.hpp"
#include "qkv/render/markdown.hpp"
#include "qkv/report/brief.hpp"

namespace qkv {
namespace {

constexpr std::size_t most_problems_kept = 32;

std::string rendered(const GradeJob& job, Document document) {
  if (job.format == "markdown") return render_markdown(document) + "\n";
  const std::string text = render_text(std::move(document), job.text);
  // Off the terminal a runner of pipelines may read along.
  return job.text.width ? text : without_command_lines(text);
}

// Of a submission without a name: that of its file, and the line where it holds many.
std::string place_name(const Incoming& incoming, const GradeJob& job) {
  const std::string file = shown_name(incoming.file->path, job.session);
  return incoming.line == 0 ? file : file + ":" + std::to_string(incoming.line);
}

// As the formats write it: nothing for the standard input.
std::string file_name(const Incoming& incoming) {
  return incoming.file->path == "-" ? "" : incoming.file->path;
}

// What sheets print, whoever hands them in: in a class many hand in the same numbers.
class PrintedSheets {
 public:
  // Null: it is a new one.
  const std::string* find(std::uint64_t sheet) const {
    const auto found = texts_.find(sheet);
    return found == texts_.end() ? nullptr : &found->second;
  }
  const std::string& keep(std::uint64_t sheet, std::string text) {
    // Forgetting all of them now and then costs less than knowing which were of use.
    constexpr std::size_t most_bytes = std::size_t{8} << 20;
    if (bytes_ > most_bytes) {
      texts_.clear();
      bytes_ = 0;
    }
    bytes_ += text.size();
    return texts_[sheet] = std::move(text);
  }

 private:
  std::unordered_map<std::uint64_t, std::string> texts_;
  std::size_t bytes_ = 0;
};

}  // namespace

struct Worker::Prepared {
  Prepared(Problem read, const std::string& argument, const GradeJob& job)
      : problem(std::move(read)),
        grader(problem, job.grading),
        options{.feedback = job.feedback,
                .decimal_comma = job.grading.reading.decimal_comma,
                .problem_argument = argument,
                .notes = &job.notes},
        results(problem, options, job.session.catalogue) {}
  Prepared(const Prepared&) = delete;
  Prepared& operator=(const Prepared&) = delete;

  Problem problem;
  Grader grader;
  CheckOptions options;
  ResultsMaker results;
  PrintedSheets printed;
};

Result<std::shared_ptr<Worker::Prepared>> Worker::prepared(const std::string& name) {
  const auto found = std::ranges::find(problems_, name, [](const auto& each) { return each.first; });
  if (found != problems_.end()) {
    problems_.splice(problems_.begin(), problems_, found);
    return found->second;
  }
  const bool is_given = job_.given != nullptr && name == job_.problem;
  Result<Problem> loaded = is_given ? Result<Problem>(*job_.given) : load_problem(name, job_.session);
  if (!loaded) return loaded.faults();
  Problem problem =
      job_.decimals ? with_decimals(std::move(loaded.value()), *job_.decimals) : std::move(loaded.value());
  problems_.emplace_front(name, std::make_shared<Prepared>(std::move(problem), name, job_));
  if (problems_.size() > most_problems_kept) problems_.pop_back();
  return problems_.front().second;
}

Result<Answers> Worker::answers_of(Incoming& incoming) const {
  if (incoming.fault) return *incoming.fault;
  const std::string& path = incoming.file->path;
  Result<Answers> answers = incoming.line == 0 ? load_answers(path, job_.session)
                                               : read_answers(std::move(incoming.text),
                                                              shown_name(path, job_.session), incoming.line);
  const Assignment* assignment = incoming.file->assignment;
  if (!answers || assignment == nullptr) return answers;
  if (!assignment->learner.empty()) answers.value().learner = assignment->learner;
  if (!assignment->learner_name.empty()) answers.value().learner_name = assignment->learner_name;
  return answers;
}

void Worker::print(const Incoming& incoming, Prepared& by, const Answers& answers, const Report& report,
                   std::string& output) const {
  Submission submission = {.number = static_cast<int>(incoming.number), .file = file_name(incoming)};
  if (job_.machine->shared == nullptr || report.sheet == 0 || !report.faults.empty()) {
    submission.results = by.results.of(answers, report);
    return job_.machine->submission(output, submission, job_.setting);
  }
  submission.results.problem = report.problem;
  submission.results.learner = report.learner;
  submission.results.learner_name = report.learner_name;
  const std::string* shared = by.printed.find(report.sheet);
  if (shared == nullptr) {
    shared = &by.printed.keep(report.sheet, job_.machine->shared(by.results.of(answers, report)));
  }
  job_.machine->submission_with(output, submission, *shared);
}

void Worker::add_graded(const Incoming& incoming, Prepared& by, const Answers& answers, GradedBatch& batch) {
  const Report report = by.grader.grade(answers);
  if (!report.anything_readable) return add_ungraded(incoming, all_faults(report), batch);
  batch.records.push_back(record_of(report, incoming.number, place_name(incoming, job_)));
  if (job_.machine != nullptr) {
    print(incoming, by, answers, report, batch.output);
  } else if (job_.format == "json") {
    batch.output += report_json(by.problem, report, job_.feedback, {file_name(incoming), incoming.line});
  } else {
    const Catalogue& catalogue = job_.session.catalogue;
    const std::string& title = batch.records.back().title;
    const std::string place = place_name(incoming, job_);
    batch.output += rendered(
        job_, brief_document(by.problem, report, by.options, catalogue, title, title == place ? "" : place));
    if (job_.details)
      batch.output += "\n" + rendered(job_, check_document(by.problem, report, by.options, catalogue)) + "\n";
  }
}

void Worker::add_ungraded(const Incoming& incoming, const std::vector<Diagnostic>& faults,
                          GradedBatch& batch) {
  batch.records.push_back(ungraded_record(incoming.number, place_name(incoming, job_)));
  ClassRecord& record = batch.records.back();
  if (const Assignment* assignment = incoming.file->assignment) {
    record.learner = assignment->learner;
    record.learner_name = assignment->learner_name;
    if (!record.learner.empty()) record.label = record.learner;
    record.title = title_of(record);
  }
  if (job_.machine != nullptr) {
    Submission submission = {.number = static_cast<int>(incoming.number), .file = file_name(incoming)};
    submission.results.learner = record.learner;
    submission.results.learner_name = record.learner_name;
    for (const Diagnostic& fault : faults) submission.failures.push_back(failure_of(fault, job_.session));
    job_.machine->submission(batch.output, submission, job_.setting);
  } else if (job_.format == "json") {
    batch.output += faults_json(faults, {file_name(incoming), incoming.line});
  } else {
    batch.output += rendered(job_, ungraded_document(faults, job_.session.catalogue, record.title));
  }
}

void Worker::grade(Incoming& incoming, GradedBatch& batch) {
  const Assignment* assignment = incoming.file->assignment;
  const auto by = prepared(assignment == nullptr ? job_.problem : assignment->problem);
  if (!by) return add_ungraded(incoming, by.faults(), batch);
  const Result<Answers> answers = answers_of(incoming);
  if (!answers) return add_ungraded(incoming, answers.faults(), batch);
  add_graded(incoming, *by.value(), answers.value(), batch);
}

GradedBatch Worker::operator()(std::vector<Incoming> incoming) {
  // More room than any batch needs, but not more memory: pages that are never touched are never there. A
  // block as large as this, once given back, teaches the allocator not to return every smaller one to the
  // system.
  constexpr std::size_t room = std::size_t{1} << 20;
  GradedBatch batch;
  batch.output.reserve(room);
  batch.records.reserve(incoming.size());
  for (Incoming& each : incoming) grade(each, batch);
  return batch;
}

}  // namespace qkv
