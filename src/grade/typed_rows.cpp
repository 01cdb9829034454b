#include "typed_rows.hpp"

#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

#include "handed_in.hpp"
#include "qkv/trace/pipeline.hpp"

namespace qkv::grading {
namespace {

// The cells of all rows, or nothing if some row has another number of them.
std::optional<std::vector<AnswerCell>> cells_of_rows(const AnswerTable& table, std::size_t length,
                                                     const ReadOptions& options) {
  std::vector<AnswerCell> cells;
  for (const AnswerCell& row : table.cells) {
    std::vector<std::string> texts(length);  // a row left blank
    if (!row.written.empty()) texts = split_row(row.written, options);
    if (texts.size() != length) return std::nullopt;
    for (std::string& text : texts) cells.push_back({std::move(text), row.place});
  }
  return cells;
}

// The shape of the rows alone.
bool is_typed(const Problem& problem, const AnswerTable& table) {
  if (!problem.is_asked(table.step) || table.step == Step::sum) return false;
  const Shape whole = shape_of(problem, table.step);
  const Shape rows(whole.begin(), whole.end() - 1);
  return !same_table_shape(table.shape, whole) && same_table_shape(table.shape, rows);
}

}  // namespace

bool has_typed_rows(const Problem& problem, const Answers& answers) {
  return std::ranges::any_of(answers.tables,
                             [&](const AnswerTable& table) { return is_typed(problem, table); });
}

Answers with_rows_apart(const Problem& problem, Answers answers, const ReadOptions& options) {
  for (AnswerTable& table : answers.tables) {
    if (!is_typed(problem, table)) continue;
    Shape whole = shape_of(problem, table.step);
    auto cells = cells_of_rows(table, static_cast<std::size_t>(whole.back()), options);
    if (!cells) continue;
    table.cells = std::move(*cells);
    table.shape = std::move(whole);
  }
  return answers;
}

}  // namespace qkv::grading
