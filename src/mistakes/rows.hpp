// Loops over the rows of the [B, H, T_q, …] tables, which every wrong step function needs.
#pragma once

#include "qkv/model/problem.hpp"
#include "qkv/trace/trace.hpp"

namespace qkv::wrong {

struct RowAt {
  int b, h, i;
};

// Calls visit({b, h, i}) for every query of every head.
template <typename Visit>
void each_row(const Problem& problem, Visit visit) {
  for (int b = 0; b < problem.batch; ++b) {
    for (int h = 0; h < problem.heads; ++h) {
      for (int i = 0; i < problem.query_count; ++i) visit(RowAt{b, h, i});
    }
  }
}

// Calls visit({b, h, i}, j, cell) for every cell of a [B, H, T_q, T_k] table.
template <typename Visit>
void each_cell(const Problem& problem, Tensor& table, Visit visit) {
  double* cell = table.values().data();
  each_row(problem, [&](const RowAt& at) {
    for (int j = 0; j < problem.key_count; ++j, ++cell) visit(at, j, *cell);
  });
}

inline Tensor query_by_key(const Problem& problem) {
  return Tensor({problem.batch, problem.heads, problem.query_count, problem.key_count});
}

inline bool sees(const Problem& problem, const RowAt& at, int j) {
  return problem.may_look(at.b, at.h, at.i, j);
}

inline int visible_keys(const Problem& problem, const RowAt& at) {
  int count = 0;
  for (int j = 0; j < problem.key_count; ++j) count += sees(problem, at, j);
  return count;
}

// Which of the largest numbers of a row counts where there are several.
enum class Tie { first, last, own };

// The index of the largest cell of a [B, H, T_q, T_k] row; −1 where all are −∞ or 0.
int largest_of_row(const Problem& problem, const Tensor& table, const RowAt& at, Tie tie);

}  // namespace qkv::wrong
