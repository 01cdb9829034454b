#include "qkv/report/results.hpp"

#include <algorithm>
#include <initializer_list>
#include <optional>
#include <utility>

#include "check_notes.hpp"
#include "qkv/base/tensor.hpp"
#include "qkv/grade/places.hpp"
#include "qkv/text/unicode.hpp"
#include "qkv/trace/labels.hpp"
#include "qkv/trace/pipeline.hpp"
#include "result_messages.hpp"
#include "text_store.hpp"

namespace qkv {
namespace {

// A token may be any text.
std::string short_name(const std::string& name) {
  constexpr int widest = 60;
  constexpr std::size_t most_bytes = 1024;
  return elide(visible(name.substr(0, most_bytes)), widest);
}

// What the parts, rows and columns of a table are called in results.
class TableNames {
 public:
  TableNames(const Sheet& sheet, Step step)
      : shape_(shape_of(sheet.problem, step)), is_sum_(step == Step::sum) {
    has_heads_ = shape_.size() == 4 || is_sum_;
    heads_ = has_heads_ ? shape_[1] : 1;
    rows_ = is_sum_ ? shape_.back() : shape_[shape_.size() - 2];
    columns_ = is_sum_ ? 0 : shape_.back();
    for (int batch = 0; batch < shape_.front(); ++batch) {
      for (int head = 0; head < heads_; ++head) sections_.push_back(section_name(sheet, step, batch, head));
      for (int row = 0; row < rows_; ++row) {
        row_names_.push_back(short_name(row_name(sheet.problem, step, batch, row)));
      }
      for (int column = 0; column < columns_; ++column) {
        column_names_.push_back(short_name(column_name(sheet.problem, step, batch, column)));
      }
    }
  }

  // Whether all of them are plainly visible.
  bool are_plain() const {
    return std::ranges::all_of(sections_, is_plainly_visible) &&
           std::ranges::all_of(row_names_, is_plainly_visible) &&
           std::ranges::all_of(column_names_, is_plainly_visible);
  }

  // Sets where the cell stands.
  void name(const CellReport& cell, ResultLine& line) const {
    const int batch = cell.at.front();
    const int head = has_heads_ ? cell.at[1] : 0;
    const int row = is_sum_ ? cell.at.back() : cell.at[cell.at.size() - 2];
    line.batch = batch + 1;
    line.head = has_heads_ ? head + 1 : 0;
    line.section = of(sections_, batch, heads_, head);
    line.row = of(row_names_, batch, rows_, row);
    if (!is_sum_) line.column = of(column_names_, batch, columns_, cell.at.back());
  }

 private:
  std::string section_name(const Sheet& sheet, Step step, int batch, int head) const {
    const std::string name(step_name(step));
    const std::string plane = plane_name(sheet, step, shape_, batch, head);
    if (plane.empty()) return name;
    return sheet.catalogue.say("result.section", {argument("step", name), argument("plane", plane)});
  }

  static std::string_view of(const std::vector<std::string>& names, int batch, int each, int index) {
    return names[static_cast<std::size_t>(batch) * static_cast<std::size_t>(each) +
                 static_cast<std::size_t>(index)];
  }

  Shape shape_;
  bool is_sum_;
  bool has_heads_ = false;
  int heads_ = 1;
  int rows_ = 0;
  int columns_ = 0;
  // Of one batch member after the other.
  std::vector<std::string> sections_;
  std::vector<std::string> row_names_;
  std::vector<std::string> column_names_;
};

// The line of each cell in the file, as far as the table was handed in cell by cell; that of the table where
// its rows were written as texts.
class Lines {
 public:
  Lines(const Answers& answers, const TableReport& table)
      : shape_(table.shape), handed_in_(answers.find(table.step)) {
    by_cell_ = handed_in_ != nullptr && handed_in_->cells.size() == element_count(shape_);
  }

  int of_table() const { return handed_in_ == nullptr ? 0 : handed_in_->place.line; }
  int of(const CellReport& cell) const {
    const int line = by_cell_ ? handed_in_->cells[flat_index(shape_, cell.at)].place.line : 0;
    return line != 0 ? line : of_table();
  }

 private:
  const Shape& shape_;
  const AnswerTable* handed_in_;
  bool by_cell_ = false;
};

ResultLine table_line(const Sheet& sheet, const TableReport& table, const Lines& lines, TextStore& texts) {
  ResultLine line;
  line.step = step_name(table.step);
  line.section = line.step;
  line.points = table.points;
  line.max_points = table.max_points;
  line.passed = table.points == table.max_points;
  line.saying = texts.keep(table_message(sheet, table));
  line.message = line.saying;
  line.line = lines.of_table();
  return line;
}

}  // namespace

class ResultsMaker::Prepared {
 public:
  Prepared(const Problem& problem, const CheckOptions& options, const Catalogue& catalogue)
      : catalogue_(catalogue),
        options_(options),
        sheet_{problem, catalogue_, options_},
        words_(sheet_),
        title_(catalogue, "check.title", {"problem", "points", "max_points"}) {
    if (options.feedback == Feedback::verdict) return;
    for (const Step step : all_steps) {
      if (!problem.is_asked(step)) continue;
      of_step(plain_names_, step) = of_step(names_, step).emplace(sheet_, step).are_plain();
    }
  }
  Prepared(const Prepared&) = delete;
  Prepared& operator=(const Prepared&) = delete;

  const Sheet& sheet() const { return sheet_; }

  std::string summary(const Report& report) const {
    const std::string points = std::to_string(report.points);
    const std::string max_points = std::to_string(report.max_points);
    const std::initializer_list<std::string_view> values = {sheet_.problem.id, points, max_points};
    std::string text(title_.size(values), ' ');
    title_.write(text.data(), values);
    return text;
  }

  void add_lines(const Answers& answers, const TableReport& table, int number, TextStore& texts,
                 std::vector<ResultLine>& all) const {
    const Lines lines(answers, table);
    if (options_.feedback == Feedback::verdict) {
      all.push_back(table_line(sheet_, table, lines, texts));
      all.back().table = number;
      return;
    }
    const TableNames& names = *of_step(names_, table.step);
    CellMessages messages(sheet_, words_, table, texts);
    int cell_number = 0;
    for (const CellReport& cell : table.cells) {
      ResultLine& line = all.emplace_back();
      line.step = step_name(table.step);
      line.table = number;
      line.cell = ++cell_number;
      names.name(cell, line);
      line.verdict = verdict_name(cell.verdict);
      line.points = cell.points;
      line.max_points = of_step(sheet_.problem.points, table.step);
      line.passed = line.max_points > 0 ? line.points == line.max_points : counts(cell);
      messages.say(cell, line);
      line.plain = line.plain && of_step(plain_names_, table.step);
      line.line = lines.of(cell);
    }
  }

 private:
  Catalogue catalogue_;
  CheckOptions options_;
  Sheet sheet_;  // of the two above
  CellWords words_;
  Wording title_;
  PerStep<std::optional<TableNames>> names_;
  PerStep<bool> plain_names_{};
};

std::string ResultLine::number() const {
  return std::to_string(table) + (cell == 0 ? "" : "." + std::to_string(cell));
}

std::string ResultLine::row_name() const {
  std::string name(section);
  if (!row.empty()) name.append(" ").append(row);
  return name;
}

std::string ResultLine::name() const {
  std::string name = row_name();
  if (!column.empty()) name.append(" → ").append(column);
  return name;
}

bool ResultLine::same_row(const ResultLine& other) const {
  return table == other.table && batch == other.batch && head == other.head && row == other.row;
}

ResultsMaker::ResultsMaker(const Problem& problem, const CheckOptions& options, const Catalogue& catalogue)
    : prepared_(std::make_shared<const Prepared>(problem, options, catalogue)) {}

Results ResultsMaker::of(const Answers& answers, const Report& report) const {
  // The texts made here, and those prepared for all.
  struct Texts {
    std::shared_ptr<const Prepared> prepared;
    TextStore made;
  };
  const Sheet& sheet = prepared_->sheet();
  const auto texts = std::make_shared<Texts>(Texts{prepared_, {}});
  Results results;
  results.problem = report.problem;
  results.learner = report.learner;
  results.learner_name = report.learner_name;
  results.points = report.points;
  results.max_points = report.max_points;
  results.passed = report.passed;
  results.summary = prepared_->summary(report);
  for (const Diagnostic& fault : report.faults) results.notes.push_back(fault_note(sheet, fault).text);
  std::size_t count = report.tables.size();
  for (const TableReport& table : report.tables) count += table.cells.size();
  results.lines.reserve(count);
  std::optional<Answers> moved;
  if (grading::has_names(sheet.problem, answers)) moved = grading::in_their_places(sheet.problem, answers);
  int number = 0;
  for (const TableReport& table : report.tables) {
    prepared_->add_lines(moved ? *moved : answers, table, ++number, texts->made, results.lines);
  }
  results.texts = texts;
  return results;
}

Results results_of(const Problem& problem, const Answers& answers, const Report& report,
                   const CheckOptions& options, const Catalogue& catalogue) {
  return ResultsMaker(problem, options, catalogue).of(answers, report);
}

}  // namespace qkv
