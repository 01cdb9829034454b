#include "qkv/grade/answers.hpp"

#include <algorithm>

namespace qkv {

const AnswerTable* Answers::find(Step step) const {
  const auto found = std::ranges::find(tables, step, &AnswerTable::step);
  return found == tables.end() ? nullptr : &*found;
}

}  // namespace qkv
