#include "qkv/trace/heads.hpp"

#include "qkv/trace/pipeline.hpp"
#include "qkv/trace/steps.hpp"
#include "wrong_steps.hpp"

namespace qkv::wrong {
namespace {

// The numbers of each batch member in the order in which they lie, in another shape.
Tensor reread(const Tensor& table, Shape shape) {
  return {std::move(shape), table.values()};
}

Tensor by_rows(const Tensor& whole, int heads) {
  return reread(whole, {whole.size(0), heads, whole.size(1), whole.size(2) / heads});
}

Tensor interleaved(const Tensor& whole, int heads) {
  const int features = whole.size(2) / heads;
  Tensor split({whole.size(0), heads, whole.size(1), features});
  for (int b = 0; b < whole.size(0); ++b) {
    for (int h = 0; h < heads; ++h) {
      for (int t = 0; t < whole.size(1); ++t) {
        for (int d = 0; d < features; ++d) split.at({b, h, t, d}) = whole.at({b, t, d * heads + h});
      }
    }
  }
  return split;
}

// [B, T_q, features] with value(b, i, c) in every cell.
template <typename Value>
Tensor merged_table(const Problem& problem, int features, Value value) {
  Tensor merged({problem.batch, problem.query_count, features});
  for (int b = 0; b < problem.batch; ++b) {
    for (int i = 0; i < problem.query_count; ++i) {
      for (int c = 0; c < features; ++c) merged.at({b, i, c}) = value(b, i, c);
    }
  }
  return merged;
}

}  // namespace

Tensor q_heads_by_rows(const Problem& problem, Earlier earlier) {
  return by_rows(table_of(problem, earlier, Step::q), problem.heads);
}
Tensor k_heads_by_rows(const Problem& problem, Earlier earlier) {
  return by_rows(table_of(problem, earlier, Step::k), problem.kv_heads);
}
Tensor v_heads_by_rows(const Problem& problem, Earlier earlier) {
  return by_rows(table_of(problem, earlier, Step::v), problem.kv_heads);
}

Tensor q_heads_interleaved(const Problem& problem, Earlier earlier) {
  return interleaved(table_of(problem, earlier, Step::q), problem.heads);
}
Tensor k_heads_interleaved(const Problem& problem, Earlier earlier) {
  return interleaved(table_of(problem, earlier, Step::k), problem.kv_heads);
}
Tensor v_heads_interleaved(const Problem& problem, Earlier earlier) {
  return interleaved(table_of(problem, earlier, Step::v), problem.kv_heads);
}

Tensor merged_by_rows(const Problem& problem, Earlier earlier) {
  return reread(earlier.at(Step::output), {problem.batch, problem.query_count, problem.heads * problem.d_v});
}
Tensor merged_interleaved(const Problem& problem, Earlier earlier) {
  const Tensor& output = earlier.at(Step::output);
  return merged_table(problem, problem.heads * problem.d_v, [&](int b, int i, int c) {
    return output.at({b, c % problem.heads, i, c / problem.heads});
  });
}
Tensor merged_reversed(const Problem& problem, Earlier earlier) {
  const Tensor& output = earlier.at(Step::output);
  return merged_table(problem, problem.heads * problem.d_v, [&](int b, int i, int c) {
    return output.at({b, problem.heads - 1 - c / problem.d_v, i, c % problem.d_v});
  });
}
template <int by>
Tensor merged_rotated(const Problem& problem, Earlier earlier) {
  const Tensor& output = earlier.at(Step::output);
  return merged_table(problem, problem.heads * problem.d_v, [&](int b, int i, int c) {
    return output.at({b, (c / problem.d_v + by) % problem.heads, i, c % problem.d_v});
  });
}
template Tensor merged_rotated<1>(const Problem&, Earlier);
template Tensor merged_rotated<2>(const Problem&, Earlier);

Tensor merged_total(const Problem& problem, Earlier earlier) {
  const Tensor& output = earlier.at(Step::output);
  return merged_table(problem, problem.d_v, [&](int b, int i, int c) {
    double sum = 0.0;
    for (int h = 0; h < problem.heads; ++h) sum += output.at({b, h, i, c});
    return sum;
  });
}
Tensor merged_mean(const Problem& problem, Earlier earlier) {
  Tensor means = merged_total(problem, earlier);
  for (double& value : means.values()) value /= problem.heads;
  return means;
}

Tensor projected_not(const Problem& problem, Earlier earlier) {
  if (const Tensor* merged = earlier.find(Step::merged)) return *merged;
  return reread(earlier.at(Step::output), {problem.batch, problem.query_count, problem.d_v});
}

Tensor projected_by_transpose(const Problem& problem, Earlier earlier) {
  Problem turned = problem;
  Tensor& w = turned.w_o->w;
  for (int i = 0; i < w.size(0); ++i) {
    for (int c = 0; c < w.size(1); ++c) w.at({i, c}) = problem.w_o->w.at({c, i});
  }
  return step_projected(turned, earlier);
}

}  // namespace qkv::wrong
