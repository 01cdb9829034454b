// The learner's numbers in the shape of the problem's tables.
#pragma once

#include <optional>
#include <vector>

#include "qkv/base/number.hpp"
#include "qkv/base/tensor.hpp"
#include "qkv/grade/answers.hpp"
#include "qkv/model/problem.hpp"

namespace qkv::grading {

struct HandedCell {
  enum class State { number, blank, unreadable };
  State state = State::blank;
  WrittenNumber number{};
  Unreadable unreadable{};
};

struct HandedTable {
  Shape shape;                    // all axes
  std::vector<HandedCell> cells;  // row major
  int row_length = 1;             // cells of a row: the last axis, or 1 where each query has one number

  std::size_t rows() const { return cells.size() / static_cast<std::size_t>(row_length); }
  const HandedCell& cell(std::size_t row, int column) const {
    return cells[row * static_cast<std::size_t>(row_length) + static_cast<std::size_t>(column)];
  }
  // Every cell of the row is a number.
  bool row_readable(std::size_t row) const;
  // Some of its cells were filled in, but not every one with a number.
  bool row_broken(std::size_t row) const;
};

// The asked tables that were handed in with their right shape. Axes of size 1 before the rows may be missing.
using HandedIn = PerStep<std::optional<HandedTable>>;
HandedIn handed_in(const Problem& problem, const Answers& answers, const ReadOptions& options);

// The given tables, as if the learner had written them down.
HandedIn given_in(const Problem& problem);

// The asked tables that were handed in with another shape than theirs, as they are.
HandedIn handed_in_misshapen(const Problem& problem, const Answers& answers, const ReadOptions& options);

// Whether a table of that shape can stand for the step's: the same, axes of size 1 before its rows aside.
bool same_table_shape(const Shape& handed_in, const Shape& expected);

}  // namespace qkv::grading
