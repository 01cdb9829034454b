// Q, K and V as the attention itself reads them: per batch member, head and position, whichever table holds
// them.
#pragma once

#include "qkv/model/problem.hpp"
#include "qkv/trace/trace.hpp"

namespace qkv {

// Rows of features. Reads [B, T, H·d], where feature h·d + i belongs to head h, and [B, H, T, d] alike.
class HeadRows {
 public:
  HeadRows(const Tensor& table, int heads);
  // The first of `features()` consecutive numbers.
  const double* row(int batch, int head, int position) const;
  int features() const { return features_; }

 private:
  const double* values_;
  int heads_;
  int positions_;
  int features_;
  bool split_;  // [B, H, T, d]
};

// The split heads where the calculation has them, else the projections, else what was given. The heads of
// keys and values are the H_kv ones.
HeadRows query_rows(const Problem& problem, const Trace& earlier);
HeadRows key_rows(const Problem& problem, const Trace& earlier);
HeadRows value_rows(const Problem& problem, const Trace& earlier);

}  // namespace qkv
