#include "qkv/report/results.hpp"

#include "check_notes.hpp"
#include "qkv/base/tensor.hpp"
#include "qkv/text/unicode.hpp"
#include "result_messages.hpp"

namespace qkv {
namespace {

// Right, or right on earlier numbers.
bool counts(const CellReport& cell) {
  return is_right(cell.verdict) || (cell.verdict == Verdict::follow_through && !cell.trivial);
}

// A token may be any text.
std::string short_name(const std::string& name) {
  constexpr int widest = 60;
  constexpr std::size_t most_bytes = 1024;
  return elide(visible(name.substr(0, most_bytes)), widest);
}

bool has_head_axis(const TableReport& table) {
  return table.shape.size() == 4 || table.step == Step::sum;
}

// The line of each cell in the file, as far as the table was handed in cell by cell; that of the table where
// its rows were written as texts.
class Lines {
 public:
  Lines(const Answers& answers, const TableReport& table)
      : shape_(table.shape), handed_in_(answers.find(table.step)) {
    by_cell_ = handed_in_ != nullptr && handed_in_->by == AnswerTable::By::order &&
               handed_in_->cells.size() == element_count(shape_);
  }

  int of_table() const { return handed_in_ == nullptr ? 0 : handed_in_->place.line; }
  int of(const CellReport& cell) const {
    return by_cell_ ? handed_in_->cells[flat_index(shape_, cell.at)].place.line : of_table();
  }

 private:
  const Shape& shape_;
  const AnswerTable* handed_in_;
  bool by_cell_ = false;
};

ResultLine table_line(const Sheet& sheet, const TableReport& table, const Lines& lines) {
  ResultLine line;
  line.step = step_name(table.step);
  line.section = line.step;
  line.points = table.points;
  line.max_points = table.max_points;
  line.passed = table.points == table.max_points;
  line.saying = table_message(sheet, table);
  line.message = line.saying;
  line.line = lines.of_table();
  return line;
}

ResultLine cell_line(const Sheet& sheet, const TableReport& table, const CellReport& cell,
                     const Lines& lines) {
  ResultLine line;
  line.step = step_name(table.step);
  const std::string plane = plane_name(sheet, table, cell);
  line.section = plane.empty() ? line.step
                               : sheet.catalogue.say("result.section",
                                                     {argument("step", line.step), argument("plane", plane)});
  line.batch = cell.at.front() + 1;
  line.head = has_head_axis(table) ? cell.at[1] + 1 : 0;
  line.row = short_name(plain_row_name(sheet, table, cell));
  if (table.step != Step::sum) line.column = short_name(column_text(sheet, table, cell));
  line.written = shown_text(cell.written);
  line.verdict = verdict_name(cell.verdict);
  line.points = cell.points;
  line.max_points = of_step(sheet.problem.points, table.step);
  line.passed = line.max_points > 0 ? line.points == line.max_points : counts(cell);
  line.saying = cell_saying(sheet, table, cell);
  line.hint = cell_hint(sheet, table, cell);
  line.message = followed_by(sheet, line.saying, line.hint);
  line.line = lines.of(cell);
  return line;
}

void add_lines(const Sheet& sheet, const Answers& answers, const TableReport& table, int number,
               std::vector<ResultLine>& all) {
  const Lines lines(answers, table);
  if (sheet.options.feedback == Feedback::verdict) {
    all.push_back(table_line(sheet, table, lines));
    all.back().table = number;
    return;
  }
  int cell_number = 0;
  for (const CellReport& cell : table.cells) {
    all.push_back(cell_line(sheet, table, cell, lines));
    all.back().table = number;
    all.back().cell = ++cell_number;
  }
}

}  // namespace

std::string ResultLine::number() const {
  return std::to_string(table) + (cell == 0 ? "" : "." + std::to_string(cell));
}

std::string ResultLine::row_name() const {
  return row.empty() ? section : section + " " + row;
}

std::string ResultLine::name() const {
  return column.empty() ? row_name() : row_name() + " → " + column;
}

bool ResultLine::same_row(const ResultLine& other) const {
  return table == other.table && batch == other.batch && head == other.head && row == other.row;
}

Results results_of(const Problem& problem, const Answers& answers, const Report& report,
                   const CheckOptions& options, const Catalogue& catalogue) {
  const Sheet sheet{problem, catalogue, options};
  Results results;
  results.problem = report.problem;
  results.learner = report.learner;
  results.learner_name = report.learner_name;
  results.points = report.points;
  results.max_points = report.max_points;
  results.passed = report.passed;
  results.summary =
      catalogue.say("check.title", {argument("problem", problem.id), argument("points", report.points),
                                    argument("max_points", report.max_points)});
  for (const Diagnostic& fault : report.faults) results.notes.push_back(fault_note(sheet, fault).text);
  int number = 0;
  for (const TableReport& table : report.tables) add_lines(sheet, answers, table, ++number, results.lines);
  return results;
}

}  // namespace qkv
