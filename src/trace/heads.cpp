#include "qkv/trace/heads.hpp"

#include <cassert>

#include "qkv/trace/pipeline.hpp"

namespace qkv {
namespace {

// The step that a later one reads, of those that stand for the same thing.
const Tensor& source_table(const Problem& problem, const Trace& earlier, Step split, Step whole) {
  if (const Tensor* heads = earlier.find(split)) return *heads;
  return table_of(problem, earlier, whole);
}

}  // namespace

HeadRows::HeadRows(const Tensor& table, int heads)
    : values_(table.values().data()),
      heads_(heads),
      positions_(table.size(table.rank() - 2)),
      features_(table.rank() == 4 ? table.size(3) : table.size(2) / heads),
      split_(table.rank() == 4) {
  assert(table.rank() == 3 || table.rank() == 4);
}

const double* HeadRows::row(int batch, int head, int position) const {
  const auto b = static_cast<std::ptrdiff_t>(batch);
  if (split_) return values_ + ((b * heads_ + head) * positions_ + position) * features_;
  return values_ + ((b * positions_ + position) * heads_ + head) * features_;
}

HeadRows query_rows(const Problem& problem, const Trace& earlier) {
  return {source_table(problem, earlier, Step::q_heads, Step::q), problem.heads};
}

HeadRows key_rows(const Problem& problem, const Trace& earlier) {
  return {source_table(problem, earlier, Step::k_heads, Step::k), problem.kv_heads};
}

HeadRows value_rows(const Problem& problem, const Trace& earlier) {
  return {source_table(problem, earlier, Step::v_heads, Step::v), problem.kv_heads};
}

}  // namespace qkv
