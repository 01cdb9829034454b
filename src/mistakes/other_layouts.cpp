#include <cmath>

#include "qkv/trace/heads.hpp"
#include "qkv/trace/pipeline.hpp"
#include "wrong_steps.hpp"

namespace qkv::wrong {
namespace {

// The rows of all heads, gathered into [members, rows, features] as place(b, h, t) says.
struct Place {
  int member, row, feature;
};

template <typename PlaceOf>
Tensor gather(const Problem& problem, const HeadRows& rows, int positions, Shape shape, PlaceOf place_of) {
  Tensor gathered(std::move(shape));
  for (int b = 0; b < problem.batch; ++b) {
    for (int h = 0; h < problem.heads; ++h) {
      for (int t = 0; t < positions; ++t) {
        const Place to = place_of(b, h, t);
        for (int d = 0; d < rows.features(); ++d) {
          gathered.at({to.member, to.row, to.feature + d}) = rows.row(b, h, t)[d];
        }
      }
    }
  }
  return gathered;
}

// A problem of one head, begun at Q, K and V.
Problem begun_at_tables(const Problem& problem) {
  Problem begun = problem;
  begun.source.reset();
  begun.heads = begun.kv_heads = 1;
  return begun;
}

const Tensor& right_table(const Trace& trace, Step step) {
  return trace.at(step == Step::merged ? Step::output : step);
}

}  // namespace

template <Step step>
Tensor in_one_head(const Problem& problem, Earlier earlier) {
  const auto side_by_side = [&](const HeadRows& rows, int positions) {
    const int features = rows.features();
    return gather(problem, rows, positions, {problem.batch, positions, problem.heads * features},
                  [features](int b, int h, int t) {
                    return Place{b, t, h * features};
                  });
  };
  Problem one = begun_at_tables(problem);
  one.q = side_by_side(query_rows(problem, earlier), problem.query_count);
  one.k = side_by_side(key_rows(problem, earlier), problem.key_count);
  one.v = side_by_side(value_rows(problem, earlier), problem.key_count);
  one.d_k *= problem.heads;
  one.d_v *= problem.heads;
  if (one.scale.kind == Scale::Kind::sqrt_dk) one.scale.divisor = std::sqrt(one.d_k);
  const Tensor table = right_table(compute(one, right_recipe(), Carry::exact), step);
  // With one head, [B, 1, T_q, d] and [B, T_q, d] hold the same numbers in the same order.
  if (step == Step::merged) return {shape_of(problem, step), table.values()};
  return table;
}

template <Step step>
Tensor among_heads(const Problem& problem, Earlier earlier) {
  const int tokens = problem.query_count;
  const auto per_token = [&](const HeadRows& rows) {
    return gather(problem, rows, tokens, {problem.batch * tokens, problem.heads, rows.features()},
                  [tokens](int b, int h, int t) {
                    return Place{b * tokens + t, h, 0};
                  });
  };
  Problem small = begun_at_tables(problem);
  small.q = per_token(query_rows(problem, earlier));
  small.k = per_token(key_rows(problem, earlier));
  small.v = per_token(value_rows(problem, earlier));
  small.batch = problem.batch * tokens;
  small.query_count = small.key_count = problem.heads;
  small.masks = {};
  small.dropout.reset();
  small.w_o.reset();
  const Tensor table = right_table(compute(small, right_recipe(), Carry::exact), step);
  if (step == Step::merged) return {shape_of(problem, step), table.values()};
  Shape shape = table.shape();  // [B·T, 1, H, …]
  shape[0] = problem.batch;
  shape[1] = tokens;
  return {std::move(shape), table.values()};
}

template Tensor in_one_head<Step::scores>(const Problem&, Earlier);
template Tensor in_one_head<Step::scaled>(const Problem&, Earlier);
template Tensor in_one_head<Step::masked>(const Problem&, Earlier);
template Tensor in_one_head<Step::exp>(const Problem&, Earlier);
template Tensor in_one_head<Step::sum>(const Problem&, Earlier);
template Tensor in_one_head<Step::weights>(const Problem&, Earlier);
template Tensor in_one_head<Step::output>(const Problem&, Earlier);
template Tensor in_one_head<Step::merged>(const Problem&, Earlier);

template Tensor among_heads<Step::scores>(const Problem&, Earlier);
template Tensor among_heads<Step::scaled>(const Problem&, Earlier);
template Tensor among_heads<Step::exp>(const Problem&, Earlier);
template Tensor among_heads<Step::sum>(const Problem&, Earlier);
template Tensor among_heads<Step::weights>(const Problem&, Earlier);
template Tensor among_heads<Step::output>(const Problem&, Earlier);
template Tensor among_heads<Step::merged>(const Problem&, Earlier);

}  // namespace qkv::wrong
