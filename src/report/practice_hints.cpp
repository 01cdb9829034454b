// Hints in stages: where to look, the rule, the formula with the numbers of this row, another cell worked
// out. None of them has a right number in it that is still to be found.
#include <algorithm>
#include <cmath>

#include "practice_sheet.hpp"
#include "qkv/trace/labels.hpp"
#include "qkv/trace/pipeline.hpp"

namespace qkv {
namespace {

struct At {
  Plane plane;
  int row = 0;
  int column = 0;
};

std::string text_of_step(std::string_view before, const Problem& problem, Step step) {
  const bool by_sum = problem.softmax == Softmax::row_sum && (step == Step::exp || step == Step::weights);
  return std::string(before) + std::string(step_name(step)) + (by_sum ? ".row-sum" : "");
}

bool is_wrong(const PracticeBoard& board, const Prompt& prompt, int column) {
  const TableReport* table = table_report(board.practice().report(), prompt.spot.step);
  const CellReport* cell = cell_report(*table, prompt.first + static_cast<std::size_t>(column));
  return cell != nullptr && cell->verdict != Verdict::blank && !counts(*cell);
}

// Tables in which a masked cell has nothing to calculate.
bool is_masked_from_here(Step step) {
  return step == Step::masked || step == Step::exp || step == Step::weights || step == Step::dropped;
}

// The cell to speak of: the first wrong one, else the first that has something to calculate.
At cell_at_issue(const PracticeBoard& board, const Prompt& prompt) {
  At at{plane_of(prompt.spot), prompt.spot.row, std::max(prompt.spot.column, 0)};
  if (prompt.spot.column >= 0) return at;
  const bool by_key = is_masked_from_here(prompt.spot.step);
  const auto is_open = [&](int column) {
    return !by_key ||
           board.board().problem.may_look(at.plane.batch, std::max(at.plane.head, 0), at.row, column);
  };
  for (int column = 0; column < prompt.count; ++column) {
    if (is_open(column) && is_wrong(board, prompt, column)) return {at.plane, at.row, column};
  }
  for (int column = 0; column < prompt.count; ++column) {
    if (is_open(column)) return {at.plane, at.row, column};
  }
  return at;
}

// Whom the row may look at, where nothing else is wrong than cells that it may not look at: there is no
// calculation in those. Empty: something else is wrong, or nothing is.
std::vector<Block> of_mask(const PracticeBoard& board, const Prompt& prompt) {
  if (!is_masked_from_here(prompt.spot.step)) return {};
  const Problem& problem = board.board().problem;
  const Plane plane = plane_of(prompt.spot);
  std::string seen, hidden;
  bool any_wrong = false;
  for (int key = 0; key < problem.key_count; ++key) {
    const bool is_seen = problem.may_look(plane.batch, std::max(plane.head, 0), prompt.spot.row, key);
    std::string& names = is_seen ? seen : hidden;
    names += (names.empty() ? "" : board.board().word("list.separator")) +
             column_name(problem, prompt.spot.step, plane.batch, key);
    const int column = key - std::max(prompt.spot.column, 0);
    if (column < 0 || column >= prompt.count || !is_wrong(board, prompt, column)) continue;
    if (is_seen) return {};
    any_wrong = true;
  }
  if (!any_wrong || seen.empty()) return {};
  return {Note{
      NoteKind::remark,
      board.catalogue().say("practice.may-look",
                            {argument("row", row_name(problem, plane.step, plane.batch, prompt.spot.row)),
                             argument("seen", seen), argument("hidden", hidden)})}};
}

// "0.71 ÷ √2 = 0.50" without what comes out.
std::string without_result(const std::string& line) {
  for (const std::string_view sign : {" = ", " → "}) {
    if (const auto at = line.rfind(sign); at != std::string::npos)
      return line.substr(0, at + sign.size()) + "…";
  }
  return line;
}

bool is_known(const Blackboard& board, Plane plane, int row, int column) {
  return !std::isnan(board.value(plane, row, column));
}

// e^s ÷ (e^s + …), where the exponentials are not written down, or their sum is not.
std::string weights_formula(const Blackboard& board, const At& at) {
  const Problem& problem = board.problem;
  const Plane exponentials{Step::exp, at.plane.batch, at.plane.head};
  const Plane sums{Step::sum, at.plane.batch, at.plane.head};
  const Step input = problem.computes(Step::masked) ? Step::masked : Step::scaled;
  const Plane scores{input, at.plane.batch, at.plane.head};
  const auto numerator = [&](int column) -> std::string {
    if (stands_on_sheet(problem, Step::exp) || is_nothing(problem, exponentials, at.row, column))
      return cell_text(board, exponentials, at.row, column);
    if (problem.softmax == Softmax::row_sum)
      return board.digits(input).show_factor(board.value(scores, at.row, column));
    return "e^" + board.digits(input).show_factor(board.value(scores, at.row, column));
  };
  std::vector<std::string> terms;
  for (int column = 0; column < problem.key_count; ++column) terms.push_back(numerator(column));
  const bool has_sum = stands_on_sheet(problem, Step::sum) && is_known(board, sums, at.row, 0);
  return numerator(at.column) + " ÷ " +
         (has_sum ? board.show(sums, at.row, 0) : "(" + sum_text(terms) + ")") + " = …";
}

std::string formula(const Blackboard& board, const At& at) {
  if (at.plane.step == Step::weights) return weights_formula(board, at);
  std::string line = worked_cell(board, at.plane, at.row, at.column);
  if (line.empty()) line = worked_row(board, at.plane, at.row);
  return line.empty() ? line : without_result(line);
}

std::string column_text_of(const Blackboard& board, const At& at) {
  const std::string name = column_name(board.problem, at.plane.step, at.plane.batch, at.column);
  return name.empty() ? board.word("axis.sum") : name;
}

// The table read whose rows are those of this one: of V and the weights, the weights.
Step last_source(const Problem& problem, Step step) {
  if (tables_read(problem, step).empty()) return step;
  return std::ranges::max(sources_of(problem, step));
}

std::vector<Block> look(const PracticeBoard& board, const At& at) {
  const Problem& problem = board.board().problem;
  return {Note{NoteKind::remark,
               board.catalogue().say(
                   "practice.look." + std::string(step_name(at.plane.step)),
                   {argument("row", row_name(problem, at.plane.step, at.plane.batch, at.row)),
                    argument("from", std::string(step_name(last_source(problem, at.plane.step))))})}};
}

std::vector<Block> with_numbers(const PracticeBoard& board, const Sheet& sheet, const At& at) {
  const std::string line = formula(board.board(), at);
  if (line.empty()) return {Note{NoteKind::remark, rule_text(sheet, at.plane.step)}};
  std::vector<Block> blocks = {
      Note{NoteKind::remark,
           board.catalogue().say(
               "practice.formula",
               {argument("row", row_name(board.board().problem, at.plane.step, at.plane.batch, at.row)),
                argument("column", column_text_of(board.board(), at))})},
      Formula{line}};
  if (line.find('?') != std::string::npos)
    blocks.emplace_back(Paragraph{std::string(board.catalogue().text("practice.formula.unknown"))});
  return blocks;
}

// Another cell of the table that is right already: one that has a mask's zero in it shows little.
bool find_settled(const PracticeBoard& board, const At& at, At& found) {
  const Practice& practice = board.practice();
  const TableReport* table = table_report(practice.report(), at.plane.step);
  if (is_shown(practice.session(), at.plane.step)) return false;
  const Problem& problem = board.board().problem;
  for (const CellReport& cell : table->cells) {
    if (cell.verdict != Verdict::correct || cell.by_own) continue;
    const bool heads = at.plane.head >= 0;
    const int column = at.plane.step == Step::sum ? 0 : cell.at.back();
    const std::size_t row_axis = cell.at.size() - (at.plane.step == Step::sum ? 1 : 2);
    const At here{{at.plane.step, cell.at[0], heads ? cell.at[1] : -1}, cell.at[row_axis], column};
    if (here.row == at.row && here.column == at.column && here.plane.batch == at.plane.batch &&
        here.plane.head == at.plane.head)
      continue;
    const bool by_key = is_masked_from_here(at.plane.step);
    if (by_key && !problem.may_look(here.plane.batch, std::max(here.plane.head, 0), here.row, here.column))
      continue;
    found = here;
    return true;
  }
  return false;
}

std::string worked(const Blackboard& board, const At& at) {
  if (at.plane.step == Step::weights) {
    std::string line = weights_formula(board, at);
    line.resize(line.size() - std::string_view("…").size());
    return line + cell_text(board, at.plane, at.row, at.column);
  }
  const std::string line = worked_cell(board, at.plane, at.row, at.column);
  return line.empty() ? worked_row(board, at.plane, at.row) : line;
}

std::vector<Block> example(const PracticeBoard& board, const At& at) {
  At other;
  if (find_settled(board, at, other)) {
    const std::string line = worked(board.board(), other);
    if (!line.empty() && line.find('?') == std::string::npos) {
      return {Note{NoteKind::remark,
                   board.catalogue().say("practice.example-cell",
                                         {argument("row", row_name(board.board().problem, other.plane.step,
                                                                   other.plane.batch, other.row)),
                                          argument("column", column_text_of(board.board(), other))})},
              Formula{line}};
    }
  }
  return {
      Note{NoteKind::remark, board.board().word("practice.example-made-up")},
      Formula{board.board().word(text_of_step("practice.example.", board.board().problem, at.plane.step))}};
}

}  // namespace

std::vector<Block> hint_blocks(const PracticeBoard& board, const Sheet& sheet, const Prompt& prompt,
                               int stage) {
  const At at = cell_at_issue(board, prompt);
  if (stage <= 1) return look(board, at);
  if (stage == 2) return {Note{NoteKind::remark, rule_text(sheet, prompt.spot.step)}};
  if (stage > 3) return example(board, at);
  std::vector<Block> mask = of_mask(board, prompt);
  return mask.empty() ? with_numbers(board, sheet, at) : mask;
}

}  // namespace qkv
