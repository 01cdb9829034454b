// The numbers a problem begins with, in the layouts that every later stage relies on.
#include "checks.hpp"

namespace qkv {
namespace {

using Input = std::optional<Located<Tensor>>;

// [rows, columns] → [1, rows, columns]; deeper ones stay as they are.
Tensor with_batch(const Tensor& tensor) {
  if (tensor.rank() > 2) return tensor;
  return {{1, tensor.size(0), tensor.size(1)}, tensor.values()};
}

// [.., T_q, T_k] → [B, H, T_q, T_k]
Tensor with_batch_and_head(const Tensor& tensor) {
  Shape shape = tensor.shape();
  if (shape.size() == 2) shape.insert(shape.begin(), 1);
  if (shape.size() == 3) shape.insert(shape.begin() + 1, 1);
  return {shape, tensor.values()};
}

Projection projection(const Input& w, const Input& b) {
  Projection result{w->value, std::nullopt};
  if (b) result.b = b->value;
  return result;
}

// Columns [from, from + count) of a fused projection.
Projection part_of(const Projection& fused, int from, int count) {
  const int in = fused.w.size(0);
  Projection part{Tensor({in, count}), std::nullopt};
  for (int i = 0; i < in; ++i) {
    for (int j = 0; j < count; ++j) part.w.at({i, j}) = fused.w.at({i, from + j});
  }
  if (fused.b) {
    part.b = Tensor({count});
    for (int j = 0; j < count; ++j) part.b->at({j}) = fused.b->at({from + j});
  }
  return part;
}

Source source_of(const RawProblem& raw, const InputSizes& sizes) {
  Source source;
  source.x = with_batch(raw.x->value);
  source.cross = raw.x_kv.has_value();
  source.x_kv = source.cross ? with_batch(raw.x_kv->value) : source.x;
  source.fused = raw.w_qkv.has_value();
  if (source.fused) {
    const Projection fused = projection(raw.w_qkv, raw.b_qkv);
    const int q = sizes.heads * sizes.d_k;
    const int kv = sizes.kv_heads * sizes.d_k;
    source.q = part_of(fused, 0, q);
    source.k = part_of(fused, q, kv);
    source.v = part_of(fused, q + kv, kv);
  } else {
    source.q = projection(raw.w_q, raw.b_q);
    source.k = projection(raw.w_k, raw.b_k);
    source.v = projection(raw.w_v, raw.b_v);
  }
  return source;
}

}  // namespace

void take_inputs(Problem& problem, const RawProblem& raw, const InputSizes& sizes) {
  problem.batch = sizes.batch;
  problem.heads = sizes.heads;
  problem.kv_heads = sizes.kv_heads;
  problem.query_count = sizes.t_q;
  problem.key_count = sizes.t_k;
  problem.d_k = sizes.d_k;
  problem.d_v = sizes.d_v;
  switch (sizes.kind) {
    case InputKind::qkv:
      problem.q = with_batch(raw.q->value);
      problem.k = with_batch(raw.k->value);
      problem.v = with_batch(raw.v->value);
      break;
    case InputKind::embeddings:
      problem.source = source_of(raw, sizes);
      break;
    case InputKind::scores:
      problem.given_scores = with_batch_and_head(raw.scores->value);
      if (raw.v) problem.v = with_batch(raw.v->value);
      break;
  }
  if (raw.w_o) problem.w_o = projection(raw.w_o, raw.b_o);
}

}  // namespace qkv
