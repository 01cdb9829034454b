// A row of numbers: read and judged like any answer, with the rest of the table left blank.
#include <algorithm>

#include "judging.hpp"
#include "qkv/base/number.hpp"
#include "qkv/grade/answers.hpp"
#include "qkv/grade/grade.hpp"
#include "qkv/text/unicode.hpp"

namespace qkv {
namespace {

// The row in the first batch member and head.
struct RowPlace {
  std::size_t first = 0;
  std::size_t count = 0;
};

RowPlace place_of_row(const NumbersBody& body, const AnswerTable& table) {
  const std::size_t width = body.step == Step::sum ? 1 : static_cast<std::size_t>(table.shape.back());
  return {static_cast<std::size_t>(body.row) * width, width};
}

const NumbersBody& body_of(const PosedQuestion& posed) {
  return std::get<NumbersBody>(posed.question->body);
}

std::vector<std::string> key_cells(const NumbersBody& body) {
  const Answers key = answer_key(*body.problem);
  const AnswerTable& table = *key.find(body.step);
  const RowPlace row = place_of_row(body, table);
  std::vector<std::string> cells;
  for (std::size_t i = 0; i < row.count; ++i) cells.push_back(table.cells[row.first + i].written);
  return cells;
}

std::string as_row(const std::vector<std::string>& cells) {
  std::string text;
  for (const std::string& cell : cells) text += (text.empty() ? "" : " ") + cell;
  return text;
}

}  // namespace

AnswerJudgement judge_numbers(const PosedQuestion& posed, std::string_view text,
                              const JudgeOptions& options) {
  const NumbersBody& body = body_of(posed);
  Answers answers = blank_answers(*body.problem);
  AnswerTable& table = answers.tables.front();
  const RowPlace row = place_of_row(body, table);
  const std::vector<std::string> cells = split_row(text, options.reading);
  if (cells.size() != row.count) {
    return unreadable_answer("row-length", {argument("found", static_cast<long long>(cells.size())),
                                            argument("expected", static_cast<long long>(row.count))});
  }
  for (std::size_t i = 0; i < row.count; ++i) {
    constexpr int columns = 40;
    if (std::holds_alternative<Unreadable>(read_number(cells[i], options.reading))) {
      return unreadable_answer("number", {argument("text", elide(visible(cells[i]), columns)),
                                          argument("position", static_cast<long long>(i) + 1)});
    }
    table.cells[row.first + i].written = cells[i];
  }
  GradeOptions grading;
  grading.reading = options.reading;
  AnswerJudgement judgement{
      .verdict = Judged::right, .remarks = {}, .option = std::nullopt, .report = std::nullopt};
  Report report = grade(*body.problem, answers, grading);
  std::vector<CellReport>& judged = report.tables.front().cells;
  const auto first = judged.begin() + static_cast<std::ptrdiff_t>(row.first);
  judged = {first, first + static_cast<std::ptrdiff_t>(row.count)};
  const bool right =
      std::ranges::all_of(judged, [](const CellReport& cell) { return is_right(cell.verdict); });
  if (!right) judgement.verdict = Judged::wrong;
  judgement.report = std::move(report);
  return judgement;
}

std::string numbers_key(const PosedQuestion& posed) {
  return as_row(key_cells(body_of(posed)));
}

std::vector<std::string> wrong_numbers(const PosedQuestion& posed) {
  const std::vector<std::string> key = key_cells(body_of(posed));
  std::vector<std::string> wrong;
  for (std::size_t i = 0; i < key.size(); ++i) {
    std::vector<std::string> cells = key;
    cells[i] = cells[i] == "-inf" ? "0" : cells[i] + "+1";
    wrong.push_back(as_row(cells));
  }
  return wrong;
}

}  // namespace qkv
