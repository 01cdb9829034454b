// What a learner handed in: numbers as they were written, per table.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "qkv/base/result.hpp"
#include "qkv/base/tensor.hpp"
#include "qkv/model/problem.hpp"
#include "qkv/model/step.hpp"

namespace qkv {

struct AnswerCell {
  std::string written;  // as typed; empty means blank
  LineColumn place;     // in the file handed in
};

// What a sheet calls the rows and columns of one batch member and head.
struct AnswerLabels {
  std::vector<AnswerCell> rows;     // in their order; an empty name: the row is known by its order alone
  std::vector<AnswerCell> columns;  // the same; none at all for rows that were typed as one text each
};

struct AnswerTable {
  // Who decides where a row or a column belongs.
  enum class By {
    order,   // it stands where it stands: JSON
    name,    // its name, and the order where it has none: Markdown. See in_their_places()
    number,  // its number; a name beside it is only compared: CSV
  };

  Step step;
  Shape shape;  // as handed in, leading axes of size 1 may be missing
  std::vector<AnswerCell>
      cells;  // row major; where names or numbers decide, a cell without a line is missing
  Place place;
  By by = By::order;
  // Where names or numbers decide: one for each batch member and head, in order. The shape then has all its
  // axes but, where rows were typed as one text, the last.
  std::vector<AnswerLabels> labels;
};

struct Answers {
  std::string problem;       // the id named in the file, may be empty
  std::string learner;       // id, may be empty
  std::string learner_name;  // may be empty
  std::vector<AnswerTable> tables;
  // Parts that could not be read; the rest is graded all the same.
  std::vector<Diagnostic> faults;

  const AnswerTable* find(Step step) const;
};

// What one submission may hold. Stated in the message that enforces it.
inline constexpr std::size_t most_answer_cells = 4'000'000;

// Whether anybody is asked for that row of an asked table: rows of padded queries are 0 by agreement from the
// weights on.
bool is_asked_row(const Problem& problem, Step step, int batch, int row);

// The same of a cell, by its index in all axes of the table: the row is the last axis but one; `sum` has one
// number for each row.
template <typename Index>
bool is_asked_cell(const Problem& problem, Step step, const Index& at) {
  return is_asked_row(problem, step, at[0], at[at.size() - (step == Step::sum ? 1 : 2)]);
}

// An answer sheet: every asked table of the problem in its full shape, with blank cells.
Answers blank_answers(const Problem& problem);
// The same filled in, as a flawless learner would: hand-carried and rounded to the asked decimals, -inf where
// masked, rows that are not asked left blank. Grading always finds all of it right; where rounding would
// spoil that (numbers that cancel in a sum), it has exact values instead.
Answers answer_key(const Problem& problem);
// The given tables, filled in with what the key of a problem that asks for them, too, has in them.
Answers given_answers(const Problem& problem);
// The sheet of a problem: the asked tables, blank or filled in, and the given ones, in the order of the
// calculation.
Answers with_given_tables(const Problem& problem, Answers answers);

}  // namespace qkv
