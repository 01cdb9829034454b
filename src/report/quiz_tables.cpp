#include "quiz_tables.hpp"

#include <algorithm>
#include <utility>

#include "handout_parts.hpp"
#include "qkv/trace/pipeline.hpp"
#include "qkv/tutor/judge.hpp"

namespace qkv {
namespace {

void append(std::vector<Block>& blocks, std::vector<Block> more) {
  for (Block& block : more) blocks.push_back(std::move(block));
}

// Numbers as they came out, also where the right table has none.
void show_all(const Blackboard& board, Plane plane, Table& table) {
  const std::vector<int> rows = shown_rows(board, plane);
  for (std::size_t i = 0; i < table.rows.size(); ++i) {
    std::vector<Cell>& cells = table.rows[i].cells;
    for (std::size_t column = 0; column < cells.size(); ++column) {
      if (cells[column].role != Role::masked) continue;
      cells[column].text = board.show(plane, rows[i], static_cast<int>(column));
      cells[column].role = Role::computed;
    }
  }
}

void add_table(const Blackboard& board, Step step, std::vector<Block>& blocks, bool with_mistake = false) {
  for (const Plane plane : planes_of(board, step)) {
    const std::string name = plane_name(board, plane);
    if (!name.empty()) blocks.emplace_back(Heading{3, name});
    Table table = plane_table(board, plane);
    for (Row& row : table.rows) {
      row.worked.clear();
      for (Cell& cell : row.cells) cell.worked.clear();
    }
    if (with_mistake) show_all(board, plane, table);
    blocks.emplace_back(std::move(table));
  }
}

// The given tables that a step is calculated from, in their order.
void add_beginnings(const Problem& problem, Step step, std::vector<Step>& steps) {
  for (const Step read : tables_read(problem, step)) {
    if (given_table(problem, read) == nullptr && !problem.is_given(read)) {
      add_beginnings(problem, read, steps);
    } else if (std::ranges::find(steps, read) == steps.end()) {
      steps.push_back(read);
    }
  }
}

// Whether the step, or one before it that is not given, divides by √d_k (or masks).
bool goes_through(const Problem& problem, Step step, Step through) {
  if (step == through) return true;
  return std::ranges::any_of(tables_read(problem, step), [&](Step read) {
    return problem.computes(read) && !problem.is_given(read) && goes_through(problem, read, through);
  });
}

}  // namespace

std::vector<Block> tables_to_begin_with(const NumbersBody& body, const Catalogue& catalogue) {
  const Problem& problem = *body.problem;
  const Trace exact = compute(problem, right_recipe(), Carry::exact);
  const Trace by_hand = compute(problem, right_recipe(), Carry::by_hand);
  const Blackboard board = make_blackboard(problem, by_hand, exact, {}, catalogue);
  std::vector<Block> blocks;
  if (problem.source) append(blocks, inputs_section(board, {}, Portion::whole).blocks);
  std::vector<Step> steps;
  add_beginnings(problem, body.step, steps);
  std::ranges::sort(steps);
  for (const Step step : steps) add_table(board, step, blocks);
  if (goes_through(problem, body.step, Step::scaled)) {
    append(blocks, scale_blocks(board));
    const bool shows_d_k =
        std::ranges::find(steps, Step::q) != steps.end() || problem.given_scores.has_value();
    if (problem.scale.kind == Scale::Kind::sqrt_dk && !shows_d_k)
      blocks.emplace_back(Paragraph{catalogue.say("handout.d_k", {argument("d_k", problem.d_k)})});
  }
  if (problem.computes(Step::masked) && goes_through(problem, body.step, Step::masked))
    append(blocks, mask_rules(board));
  return blocks;
}

std::vector<Block> tables_with_mistake(const MistakeBody& body, const Catalogue& catalogue) {
  const Problem& problem = *body.problem;
  const Trace wrong = worked_with_mistake(body);
  const Blackboard board = make_blackboard(problem, wrong, wrong, {}, catalogue);
  std::vector<Block> blocks;
  if (problem.source) append(blocks, inputs_section(board, {}, Portion::whole).blocks);
  for (const Step step : given_steps(problem)) add_table(board, step, blocks);
  append(blocks, scale_blocks(board));
  if (problem.computes(Step::masked)) append(blocks, mask_rules(board));
  for (const Step step : shown_tables(body)) add_table(board, step, blocks, true);
  return blocks;
}

}  // namespace qkv
