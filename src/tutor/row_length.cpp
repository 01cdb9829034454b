#include "row_length.hpp"

#include <algorithm>

#include "qkv/generate/mistaken.hpp"
#include "qkv/mistakes/mistakes.hpp"
#include "qkv/trace/pipeline.hpp"

namespace qkv {
namespace {

// Every mistake is calculated once more; beyond this nobody types rows by hand.
constexpr std::size_t most_cells = 4096;

// The shapes with rows of that length that a mistake may give to the table, each once.
std::vector<Shape> shapes_of_length(const Problem& problem, Step step, int length) {
  std::vector<Shape> shapes;
  const Shape right = shape_of(problem, step);
  for (const Mistake& mistake : mistakes()) {
    if (mistake.step > step || !mistake.applies(problem)) continue;
    for (const Way& way : mistake.ways) {
      const Trace tables = mistaken_tables(problem, way, Carry::by_hand);
      const Tensor* table = tables.find(step);
      if (table == nullptr || table->shape().size() != right.size() || table->shape() == right) continue;
      const bool is_new = std::ranges::find(shapes, table->shape()) == shapes.end();
      if (is_new && table->shape().back() == length) shapes.push_back(table->shape());
    }
  }
  return shapes;
}

// A table of that shape in which this row alone is filled in. Nothing: it has no such row.
std::optional<AnswerTable> with_row(const Problem& problem, const Prompt& prompt, const Shape& shape,
                                    const std::vector<std::string>& cells) {
  std::vector<int> at = index_at(shape_of(problem, prompt.spot.step), prompt.first);
  if (!std::ranges::equal(at, shape, std::ranges::less())) return std::nullopt;
  AnswerTable table;
  table.step = prompt.spot.step;
  table.shape = shape;
  table.cells.resize(element_count(shape));
  const std::size_t first = flat_index(shape, at);
  for (std::size_t i = 0; i < cells.size(); ++i) table.cells[first + i].written = cells[i];
  return table;
}

}  // namespace

std::optional<Diagnosis> mistake_of_length(const Problem& problem, Grader& grader, Answers answers,
                                           const Prompt& prompt, const std::vector<std::string>& cells) {
  const Step step = prompt.spot.step;
  const bool is_row = prompt.spot.column < 0 && step != Step::sum;
  if (!is_row || element_count(shape_of(problem, step)) > most_cells) return std::nullopt;
  const auto asked = std::ranges::find(answers.tables, step, &AnswerTable::step);
  if (asked == answers.tables.end()) return std::nullopt;
  for (const Shape& shape : shapes_of_length(problem, step, static_cast<int>(cells.size()))) {
    std::optional<AnswerTable> table = with_row(problem, prompt, shape, cells);
    if (!table) continue;
    *asked = std::move(*table);
    const Report report = grader.grade(answers);
    const TableReport* judged = table_report(report, step);
    if (judged != nullptr && !judged->diagnosis.empty()) return judged->diagnosis.front();
  }
  return std::nullopt;
}

}  // namespace qkv
