// A mistake seen in numbers: the right and the wrong table of one step.
#include <algorithm>
#include <cmath>
#include <optional>

#include "blackboard.hpp"
#include "explain_parts.hpp"
#include "qkv/report/walk.hpp"
#include "qkv/trace/pipeline.hpp"
#include "qkv/trace/trace.hpp"

namespace qkv {
namespace {

// Wider tables are set one below the other.
constexpr int most_columns_side_by_side = 4;

// Both tables are carried by hand: what rounds to the same number is the same.
bool same(double right, double wrong) {
  return right == wrong || (std::isnan(right) && std::isnan(wrong));
}

bool is_visible(const Tensor& right, const Tensor& wrong) {
  return right.shape() != wrong.shape() || !std::ranges::equal(right.values(), wrong.values(), same);
}

// The wrong table of the first way that is visible there; of the last one that has the table if none is.
Tensor wrong_table(const Mistake& mistake, const Problem& problem, Step step, const Tensor& right) {
  Tensor wrong;
  for (const Way& way : mistake.ways) {
    const Trace trace = compute(problem, recipe_of(way), Carry::by_hand);
    const Tensor* table = trace.find(step);
    if (table == nullptr) continue;
    wrong = *table;
    if (is_visible(right, wrong)) break;
  }
  return wrong;
}

// The numbers of one plane, row after row.
struct Page {
  std::size_t offset = 0;  // of its first number
  int rows = 0;
  int columns = 0;
};

Page page_of(const Tensor& table, Step step, std::size_t plane) {
  const int columns = step == Step::sum ? 1 : table.shape().back();
  const int rows = step == Step::sum ? table.shape().back() : table.size(table.rank() - 2);
  return {plane * static_cast<std::size_t>(rows) * static_cast<std::size_t>(columns), rows, columns};
}

double number_at(const Tensor& table, Page page, int row, int column) {
  return table.values()[page.offset + static_cast<std::size_t>(row * page.columns + column)];
}

// "∞" where there is one, "—" where the rule gives no number.
std::string shown(const Digits& digits, double value) {
  if (std::isnan(value)) return "—";
  if (value > 0.0 && std::isinf(value)) return "∞";
  return digits.show(value);
}

// Whole numbers without decimals only where the right table has none either.
Digits wrong_digits(const Blackboard& board, Step step, const Tensor& wrong) {
  const Digits& right = board.digits(step);
  return right.decimals > 0 ? right : digits_of_table(wrong, wrong, of_step(board.problem.decimals, step));
}

Cell wrong_cell(const Digits& digits, double value) {
  return {.text = shown(digits, value), .value = value, .mark = Mark::wrong};
}

bool differs(const Blackboard& board, Plane plane, const Tensor& wrong, Page page) {
  for (int row = 0; row < page.rows; ++row) {
    for (int column = 0; column < page.columns; ++column) {
      if (!same(board.value(plane, row, column), number_at(wrong, page, row, column))) return true;
    }
  }
  return false;
}

// The wrong table with the names of the right one; cells that are the same look the same.
std::vector<std::vector<Cell>> wrong_cells(const Blackboard& board, Plane plane, const Table& right,
                                           const Tensor& wrong, Page page) {
  const Digits digits = wrong_digits(board, plane.step, wrong);
  std::vector<std::vector<Cell>> rows;
  for (int row = 0; row < page.rows; ++row) {
    rows.emplace_back();
    for (int column = 0; column < page.columns; ++column) {
      const double value = number_at(wrong, page, row, column);
      const Cell& twin = right.rows[static_cast<std::size_t>(row)].cells[static_cast<std::size_t>(column)];
      rows.back().push_back(same(*twin.value, value) ? twin : wrong_cell(digits, value));
    }
  }
  return rows;
}

// Two tables in one, side by side.
Table side_by_side(Table right, const std::vector<std::vector<Cell>>& wrong, const Catalogue& catalogue) {
  right.groups = {std::string(catalogue.text("explain.right")), std::string(catalogue.text("explain.wrong"))};
  const std::vector<std::string> names = right.column_names;
  right.column_names.insert(right.column_names.end(), names.begin(), names.end());
  for (std::size_t row = 0; row < right.rows.size(); ++row) {
    std::vector<Cell>& cells = right.rows[row].cells;
    cells.insert(cells.end(), wrong[row].begin(), wrong[row].end());
  }
  return right;
}

void add_below_one_another(Table right, const std::vector<std::vector<Cell>>& wrong,
                           const Catalogue& catalogue, std::vector<Block>& blocks) {
  Table below = right;
  for (std::size_t row = 0; row < below.rows.size(); ++row) below.rows[row].cells = wrong[row];
  right.groups = {std::string(catalogue.text("explain.right"))};
  below.groups = {std::string(catalogue.text("explain.wrong"))};
  below.caption.clear();
  blocks.emplace_back(std::move(right));
  blocks.emplace_back(std::move(below));
}

// One cell in words: how it is calculated, and what the mistake makes of it.
void add_first_difference(const Blackboard& board, Plane plane, const Table& right,
                          const std::vector<std::vector<Cell>>& wrong, std::vector<Block>& blocks) {
  for (std::size_t row = 0; row < wrong.size(); ++row) {
    for (std::size_t column = 0; column < wrong[row].size(); ++column) {
      if (wrong[row][column].mark != Mark::wrong) continue;
      const std::string worked = worked_cell(board, plane, static_cast<int>(row), static_cast<int>(column));
      if (worked.empty()) return;
      blocks.emplace_back(Paragraph{board.catalogue.say(
          "explain.cell",
          {argument("row", right.rows[row].name), argument("column", right.column_names[column]),
           argument("worked", worked), argument("wrong", wrong[row][column].text)})});
      return;
    }
  }
}

void add_same_shape(const Blackboard& board, Step step, const Tensor& wrong, std::vector<Block>& blocks) {
  const std::vector<Plane> planes = planes_of(board, step);
  std::size_t chosen = 0;
  while (chosen + 1 < planes.size() && !differs(board, planes[chosen], wrong, page_of(wrong, step, chosen)))
    ++chosen;
  const Plane plane = planes[chosen];
  const std::string name = plane_name(board, plane);
  if (!name.empty()) blocks.emplace_back(Heading{3, name});
  const Table right = plane_table(board, plane);
  const auto cells = wrong_cells(board, plane, right, wrong, page_of(wrong, step, chosen));
  if (column_count(board, step) <= most_columns_side_by_side) {
    blocks.emplace_back(side_by_side(right, cells, board.catalogue));
  } else {
    add_below_one_another(right, cells, board.catalogue, blocks);
  }
  add_first_difference(board, plane, right, cells, blocks);
}

// Its rows and columns are not those of the right table: they are numbered.
Table table_of_another_shape(const Blackboard& board, Step step, const Tensor& wrong) {
  const Digits digits = wrong_digits(board, step, wrong);
  const Page page = page_of(wrong, step, 0);
  Table table;
  table.caption = std::string(step_name(step)) + "  " + shape_text(wrong.shape());
  table.groups = {board.word("explain.wrong")};
  for (int column = 0; column < page.columns; ++column) {
    table.column_names.push_back(std::to_string(column + 1));
  }
  for (int row = 0; row < page.rows; ++row) {
    table.rows.push_back({.name = std::to_string(row + 1)});
    for (int column = 0; column < page.columns; ++column) {
      table.rows.back().cells.push_back(wrong_cell(digits, number_at(wrong, page, row, column)));
    }
  }
  return table;
}

void add_other_shape(const Blackboard& board, Step step, const Tensor& wrong, std::vector<Block>& blocks) {
  const Plane first = planes_of(board, step).front();
  const std::string name = plane_name(board, first);
  if (!name.empty()) blocks.emplace_back(Heading{3, name});
  Table right = plane_table(board, first);
  right.groups = {board.word("explain.right")};
  blocks.emplace_back(std::move(right));
  blocks.emplace_back(table_of_another_shape(board, step, wrong));
  blocks.emplace_back(Paragraph{board.catalogue.say(
      "explain.other-shape", {argument("right", shape_text(shape_of(board.problem, step))),
                              argument("wrong", shape_text(wrong.shape()))})});
}

}  // namespace

std::vector<Block> contrast_blocks(const Mistake& mistake, const Problem& problem, Step step,
                                   const Catalogue& catalogue) {
  const Trace exact = compute(problem, right_recipe(), Carry::exact);
  const Trace by_hand = compute(problem, right_recipe(), Carry::by_hand);
  const WalkOptions tables_alone = {.detail = Detail::tables};
  const Blackboard board = make_blackboard(problem, by_hand, exact, tables_alone, catalogue);
  const Tensor& right = board.table(step);
  const Tensor wrong = wrong_table(mistake, problem, step, right);
  std::vector<Block> blocks;
  if (wrong.shape() == right.shape()) {
    add_same_shape(board, step, wrong, blocks);
  } else {
    add_other_shape(board, step, wrong, blocks);
  }
  return blocks;
}

}  // namespace qkv
