#include "qkv/grade/grade.hpp"

#include <algorithm>
#include <limits>
#include <optional>
#include <string>
#include <utility>

#include "judging.hpp"
#include "known.hpp"
#include "memo.hpp"
#include "passed_over.hpp"
#include "qkv/grade/places.hpp"
#include "typed_rows.hpp"

namespace qkv {
namespace {

using namespace grading;

bool all_cells_count(const std::vector<TableReport>& tables, const Problem& problem) {
  return std::ranges::all_of(tables, [&](const TableReport& table) {
    return std::ranges::all_of(table.cells, [&](const CellReport& cell) {
      const bool followed =
          cell.verdict == Verdict::follow_through && problem.follow_through && !cell.trivial;
      return is_right(cell.verdict) || followed;
    });
  });
}

// The answers with every number where it belongs; a copy only where something has to be moved.
class Arranged {
 public:
  Arranged(const Problem& problem, const Answers& handed_in, const ReadOptions& reading) : given_(handed_in) {
    if (has_names(problem, handed_in)) moved_ = in_their_places(problem, handed_in);
    if (has_typed_rows(problem, answers())) moved_ = with_rows_apart(problem, answers(), reading);
  }
  const Answers& answers() const { return moved_ ? *moved_ : given_; }

 private:
  const Answers& given_;
  std::optional<Answers> moved_;
};

// What the reader found and what is amiss with names, in the order of the file; what has no line stands at
// the end.
std::vector<Diagnostic> in_order(std::vector<Diagnostic> faults) {
  std::ranges::stable_sort(faults, {}, [](const Diagnostic& fault) {
    return fault.place.line == 0 ? std::numeric_limits<int>::max() : fault.place.line;
  });
  return faults;
}

void add_faults(Report& report, const Problem& problem, const Answers& answers) {
  report.faults = in_order(answers.faults);
  if (!answers.problem.empty() && answers.problem != problem.id) {
    report.faults.insert(report.faults.begin(), {.code = "answers.other-problem",
                                                 .arguments = {argument("expected", problem.id),
                                                               argument("found", answers.problem)}});
  }
  for (const AnswerTable& table : answers.tables) {
    // A given table comes back with the sheet.
    if (problem.is_asked(table.step) || problem.is_given(table.step)) continue;
    report.faults.push_back({.code = "answers.not-asked",
                             .place = table.place,
                             .arguments = {argument("table", std::string(step_name(table.step)))}});
  }
  const bool only_given = std::ranges::all_of(
      answers.tables, [&](const AnswerTable& table) { return problem.is_given(table.step); });
  if (only_given && !answers.tables.empty())
    report.faults.push_back({.code = "answers.only-given", .place = answers.tables.front().place});
}

void add_points(Report& report, const Problem& problem, const Answers& answers, double pass_mark) {
  for (const TableReport& table : report.tables) {
    report.anything_readable |= answers.find(table.step) != nullptr && table.faults.empty();
    report.points += table.points;
    report.max_points += table.max_points;
  }
  // Points decide; all right means every cell, also in tables that have no points.
  const bool enough = report.points * 100.0 >= pass_mark * report.max_points;
  report.passed = enough && (pass_mark < 100 || all_cells_count(report.tables, problem));
}

// Faults about a table's shape stand where this sheet has the table.
void put_faults_in_place(std::vector<TableReport>& tables, const Answers& answers) {
  for (TableReport& table : tables) {
    for (Diagnostic& fault : table.faults) fault.place = answers.find(table.step)->place;
  }
}

struct Judged {
  std::uint64_t sheet;  // of the report
  std::vector<TableReport> tables;
};

// judge: Judged(const Answers&)
template <typename Judge>
Report report_of(const Problem& problem, const Answers& handed_in, const GradeOptions& options, Judge judge) {
  const Arranged arranged(problem, handed_in, options.reading);
  const Answers& answers = arranged.answers();
  Report report;
  report.problem = problem.id;
  report.learner = answers.learner;
  report.learner_name = answers.learner_name;
  add_faults(report, problem, answers);
  Judged judged = judge(answers);
  report.sheet = judged.sheet;
  report.tables = std::move(judged.tables);
  add_points(report, problem, answers, options.pass_mark);
  return report;
}

}  // namespace

struct Grader::Inside {
  Inside(const Problem& of, GradeOptions how)
      : problem(of), options(how), known(of), passed_over(of, Known::Sheets::many) {}

  const Problem& problem;
  GradeOptions options;
  Known known;
  PassedOver passed_over;
  Memo memo;
  std::string key;  // of the last sheet

  std::vector<TableReport> judge_anew(const Answers& answers) {
    std::vector<TableReport> tables = judge_tables(known, answers, options);
    passed_over.accept(tables, answers, options);
    return tables;
  }

  Judged judge(const Answers& answers) {
    if (!write_key(key, problem, answers)) return {0, judge_anew(answers)};
    if (const Memo::Sheet* met_before = memo.find(key)) {
      Judged judged{met_before->number, met_before->tables};
      put_faults_in_place(judged.tables, answers);
      return judged;
    }
    std::vector<TableReport> tables = judge_anew(answers);
    const std::uint64_t number = memo.keep(key, tables);
    return {number, std::move(tables)};
  }
};

Grader::Grader(const Problem& problem, GradeOptions options)
    : inside_(std::make_unique<Inside>(problem, options)) {}
Grader::~Grader() = default;
Grader::Grader(Grader&&) noexcept = default;
Grader& Grader::operator=(Grader&&) noexcept = default;

Report Grader::grade(const Answers& answers) {
  return report_of(inside_->problem, answers, inside_->options,
                   [&](const Answers& arranged) { return inside_->judge(arranged); });
}

Report grade(const Problem& problem, const Answers& answers, const GradeOptions& options) {
  Known known(problem, Known::Sheets::one);
  PassedOver passed_over(problem, Known::Sheets::one);
  return report_of(problem, answers, options, [&](const Answers& arranged) {
    std::vector<TableReport> tables = judge_tables(known, arranged, options);
    passed_over.accept(tables, arranged, options);
    return Judged{0, std::move(tables)};
  });
}

}  // namespace qkv
