#include "judging.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>

#include "base.hpp"
#include "diagnosis.hpp"
#include "forms.hpp"
#include "handed_in.hpp"
#include "judge.hpp"
#include "qkv/trace/pipeline.hpp"
#include "signs.hpp"
#include "slips.hpp"
#include "trivial.hpp"

namespace qkv::grading {
namespace {

bool has_character(const AnswerTable& answer, char wanted) {
  return std::ranges::any_of(answer.cells, [wanted](const AnswerCell& cell) {
    return cell.written.find(wanted) != std::string::npos;
  });
}

// 0,27 for 0.27 makes two cells of one in JSON, or a text with commas.
bool looks_like_decimal_commas(const AnswerTable& answer, const Shape& expected) {
  if (has_character(answer, ',')) return true;
  const bool pairs = !answer.shape.empty() && answer.shape.back() == 2 * expected.back();
  return pairs && !has_character(answer, '.');
}

// The other layout of the same numbers: heads apart, or side by side.
std::optional<Step> other_layout(Step step) {
  constexpr std::array<std::pair<Step, Step>, 4> pairs = {{{Step::q, Step::q_heads},
                                                           {Step::k, Step::k_heads},
                                                           {Step::v, Step::v_heads},
                                                           {Step::output, Step::merged}}};
  for (const auto& [one, other] : pairs) {
    if (step == one) return other;
    if (step == other) return one;
  }
  return std::nullopt;
}

// Why a table of another shape may have come in: the code of its fault.
std::string shape_fault(const Problem& problem, const AnswerTable& answer, const Shape& expected) {
  const std::optional<Step> other = other_layout(answer.step);
  if (other && problem.computes(*other) && same_table_shape(answer.shape, shape_of(problem, *other))) {
    return "answers.table-shape.layout";
  }
  if (looks_like_decimal_commas(answer, expected)) return "answers.table-shape.comma";
  const bool rows_missing = answer.shape.size() == 2 && expected.size() > 2 &&
                            answer.shape[1] == expected.back() &&
                            answer.shape[0] < expected[expected.size() - 2];
  return rows_missing ? "answers.table-shape.rows" : "answers.table-shape";
}

HandedIn with_given(HandedIn tables, const HandedIn& given) {
  for (const Step step : all_steps) {
    if (of_step(given, step)) of_step(tables, step) = of_step(given, step);
  }
  return tables;
}

// Nothing where that is the same.
std::optional<HandedIn> without_given(const Problem& problem, const HandedIn& all) {
  if (problem.given.empty()) return std::nullopt;
  HandedIn tables = all;
  for (const Step step : problem.given) of_step(tables, step).reset();
  return tables;
}

// Goes through the tables in the order of the calculation; every one is judged before later ones read it.
// Given tables are the learner's own from the beginning, and right: a mistake before them ends there. The
// true base is bridged over them like over any table left out, for those who do not look at them.
class Judging {
 public:
  Judging(Known& known, const Answers& answers, const ReadOptions& reading)
      : known_(known),
        problem_(known.problem()),
        answers_(answers),
        handed_in_(with_given(handed_in(problem_, answers, reading), known.given())),
        without_given_(without_given(problem_, handed_in_)),
        misshapen_(handed_in_misshapen(problem_, answers, reading)),
        truth_(known.true_bases().of(learners())),
        own_(problem_, handed_in_, Base::Kind::own) {
    if (truth_ == nullptr) truth_ = &built_.emplace(problem_, learners(), Base::Kind::truth);
  }

  std::vector<TableReport> tables(bool with_reasons) {
    for (const Step step : known_.steps()) {
      const bool reads_right =
          std::ranges::all_of(known_.reads(step), [&](Step read) { return of_step(is_right_, read); });
      of_step(is_right_, step) = reads_right || problem_.is_given(step);
      if (problem_.is_asked(step)) {
        judge_table(step, reads_right);
        if (of_step(handed_in_, step))
          of_step(is_right_, step) = counts_as_right(reports_.back(), reads_right);
      }
      if (built_) built_->add(step);
      own_.add(step);
    }
    if (with_reasons) explain();
    return std::move(reports_);
  }

 private:
  const HandedIn& learners() const { return without_given_ ? *without_given_ : handed_in_; }

  static PerStep<bool> all_right() {
    PerStep<bool> right;
    right.fill(true);
    return right;
  }

  bool counts_as_right(const TableReport& report, bool reads_right) const {
    const HandedTable& table = *of_step(handed_in_, report.step);
    bool whole = true;
    for (std::size_t row = 0; row < table.rows(); ++row) whole &= table.row_readable(row);
    if (!whole && !reads_right) return false;
    return std::ranges::all_of(report.cells, [](const CellReport& cell) {
      return is_right(cell.verdict) || cell.verdict == Verdict::blank || cell.verdict == Verdict::unreadable;
    });
  }

  void judge_table(Step step, bool reads_right) {
    TableReport report;
    report.step = step;
    report.shape = shape_of(problem_, step);
    report.reads_right = reads_right;
    add_shape_fault(report);
    Expected expected =
        expected_cells(problem_, *truth_, own_, learners(), step, reads_right, exp_rows_, masked_late_);
    if (step == Step::exp) exp_rows_ = std::move(expected.rows);
    if (expected.prescaled) own_.set_prescaled();
    masked_late_ |= expected.masked_late;
    const auto& handed = of_step(handed_in_, step);
    for (std::size_t flat = 0; flat < expected.truth.size(); ++flat) {
      CellReport cell;
      cell.at = {report.shape, flat};
      if (!is_asked_cell(problem_, step, cell.at)) continue;
      cell.expected = expected.truth[flat].value;
      if (std::isfinite(expected.own[flat].value)) cell.own = expected.own[flat].value;
      if (handed) {
        cell.written = answers_.find(step)->cells[flat].written;
        judge_cell(cell, handed->cells[flat], expected.truth[flat], expected.own[flat], report);
      }
      report.cells.push_back(std::move(cell));
    }
    report.forms = std::move(expected.forms);
    reports_.push_back(std::move(report));
    expected_.push_back(std::move(expected));
  }

  // What is wrong in all tables, and only then what is left of each.
  void explain() {
    std::vector<JudgedTable> judged;
    for (std::size_t i = 0; i < reports_.size(); ++i) judged.push_back({reports_[i], expected_[i]});
    diagnose(known_, handed_in_, misshapen_, own_, judged, [&](const JudgedTable& table) {
      const auto& handed = of_step(handed_in_, table.report.step);
      if (!handed) return;
      find_slips(problem_, *truth_, own_, *handed, table.expected.truth, table.expected.own, table.report);
    });
    for (auto& [report, expected] : judged) {
      if (of_step(handed_in_, report.step)) {
        report.signs = find_signs(problem_, handed_in_, expected, *truth_, own_, report);
      }
      add_recomputed(report);
      add_points(report);
    }
  }

  void add_shape_fault(TableReport& report) const {
    const AnswerTable* answer = answers_.find(report.step);
    if (answer == nullptr || of_step(handed_in_, report.step)) return;
    const Step other = other_layout(report.step).value_or(report.step);
    report.faults.push_back({.code = shape_fault(problem_, *answer, report.shape),
                             .place = answer->place,
                             .arguments = {argument("table", std::string(step_name(report.step))),
                                           argument("other", std::string(step_name(other))),
                                           argument("expected", shape_text(report.shape)),
                                           argument("found", shape_text(answer->shape))},
                             .suggestion = ""});
  }

  void judge_cell(CellReport& cell, const HandedCell& handed, const Expectation& truth,
                  const Expectation& own, const TableReport& report) const {
    if (handed.state == HandedCell::State::blank) return;
    if (handed.state == HandedCell::State::unreadable) {
      cell.verdict = Verdict::unreadable;
      cell.unreadable = handed.unreadable;
      return;
    }
    const int decimals = of_step(problem_.decimals, report.step);
    const CellJudgement judgement = judge(handed.number, {truth, own, report.reads_right, decimals});
    cell.verdict = judgement.verdict;
    cell.by_own = judgement.by_own;
    cell.trivial = cell.verdict == Verdict::follow_through &&
                   made_trivial(problem_, handed_in_, truth_->middle(), own_.middle(), report.step, cell.at);
  }

  // Rows of the tables read in which something is missing or unreadable.
  void add_recomputed(TableReport& report) const {
    if (!of_step(handed_in_, report.step)) return;
    for (const Step read : known_.reads(report.step)) {
      const auto& table = of_step(handed_in_, read);
      if (!table) continue;
      Shape rows = table->shape;
      if (read != Step::sum) rows.pop_back();
      for (std::size_t row = 0; row < table->rows(); ++row) {
        if (table->row_broken(row)) report.recomputed.push_back({read, index_at(rows, row)});
      }
    }
  }

  void add_points(TableReport& report) const {
    const int each = of_step(problem_.points, report.step);
    for (CellReport& cell : report.cells) {
      const bool followed =
          cell.verdict == Verdict::follow_through && problem_.follow_through && !cell.trivial;
      if (is_right(cell.verdict) || followed) cell.points = each;
      report.points += cell.points;
      report.max_points += each;
    }
  }

  Known& known_;
  const Problem& problem_;
  const Answers& answers_;
  HandedIn handed_in_;                     // with the given tables
  std::optional<HandedIn> without_given_;  // where there are any
  HandedIn misshapen_;
  std::optional<Base> built_;  // the true base, step by step, where none is kept
  const Base* truth_;
  Base own_;
  RowForms exp_rows_;
  bool masked_late_ = false;
  PerStep<bool> is_right_ = all_right();
  std::vector<TableReport> reports_;
  std::vector<Expected> expected_;  // of each report
};

}  // namespace

std::vector<TableReport> judge_tables(Known& known, const Answers& answers, const GradeOptions& options) {
  return Judging(known, answers, options.reading).tables(options.explain);
}

}  // namespace qkv::grading
