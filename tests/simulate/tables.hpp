// Where the numbers of a problem lie, for calculations that share nothing with qkv's own.
#pragma once

#include "qkv/base/tensor.hpp"
#include "qkv/model/problem.hpp"

namespace qkv::test {

using Tables = PerStep<Tensor>;

// The shape of a table that the problem computes.
Shape table_shape(const Problem& problem, Step step);

// The table that a calculation of this step leads to, or what the problem gives instead. Only q, k, v and
// scores may be given.
const Tensor& table_or_given(const Problem& problem, const Tables& tables, Step step);

// Feature `feature` of a position, for a head: from [B, heads, T, d] or from [B, T, heads·d].
double head_cell(const Tensor& table, int heads, int batch, int head, int position, int feature);

// Q, K or V per head, from the split tables where there are any. `head` counts query heads, also for k and v.
double q_cell(const Problem& problem, const Tables& tables, int batch, int head, int query, int feature);
double k_cell(const Problem& problem, const Tables& tables, int batch, int head, int key, int feature);
double v_cell(const Problem& problem, const Tables& tables, int batch, int head, int key, int feature);

// Whether row (or position) `at` of this table belongs to a padded query, whose numbers nobody asks for.
bool is_padded_cell(const Problem& problem, Step step, const std::vector<int>& at);

// Calls visit({b, …}) for every index of the shape, the last axis fastest.
template <typename Visit>
void for_each_index(const Shape& shape, Visit visit) {
  std::vector<int> at(shape.size(), 0);
  const std::size_t count = element_count(shape);
  for (std::size_t i = 0; i < count; ++i) {
    visit(at);
    for (std::size_t axis = shape.size(); axis-- > 0;) {
      if (++at[axis] < shape[axis]) break;
      at[axis] = 0;
    }
  }
}

}  // namespace qkv::test
