#include "qkv/grade/answers.hpp"

#include <algorithm>

namespace qkv {

const AnswerTable* Answers::find(Step step) const {
  const auto found = std::ranges::find(tables, step, &AnswerTable::step);
  return found == tables.end() ? nullptr : &*found;
}

bool is_asked_row(const Problem& problem, Step step, int batch, int row) {
  return step < Step::weights || !problem.is_padded_query(batch, row);
}

}  // namespace qkv
