// Random attention layers for tests, from the embeddings to W_O, and what it takes to compare their tables.
#pragma once

#include <algorithm>
#include <cmath>

#include "qkv/trace/pipeline.hpp"
#include "support/problems.hpp"

namespace qkv::test {

struct LayerSizes {
  int batch = 1;
  int heads = 1;
  int kv_heads = 1;
  int tokens = 1;
  int channels = 1;
  int d_k = 1;
  int d_v = 1;
};

inline LayerSizes random_sizes(Random& random) {
  LayerSizes sizes;
  sizes.batch = random.between(1, 3);
  sizes.heads = sizes.kv_heads = random.between(1, 4);
  sizes.tokens = random.between(2, 6);
  sizes.channels = random.between(2, 5);
  sizes.d_k = random.between(1, 3);
  sizes.d_v = random.between(1, 3);
  return sizes;
}

// X with its projections, biases and W_O: X W_Q + b_Q …, the heads, and merged · W_O + b_O.
inline RawProblem random_layer(Random& random, const LayerSizes& sizes) {
  RawProblem raw;
  raw.x = located(random.tenths({sizes.batch, sizes.tokens, sizes.channels}));
  const auto projection = [&](std::optional<Located<Tensor>>& w, std::optional<Located<Tensor>>& b,
                              int width) {
    w = located(random.tenths({sizes.channels, width}));
    b = located(random.tenths({width}));
  };
  projection(raw.w_q, raw.b_q, sizes.heads * sizes.d_k);
  projection(raw.w_k, raw.b_k, sizes.kv_heads * sizes.d_k);
  projection(raw.w_v, raw.b_v, sizes.kv_heads * sizes.d_v);
  raw.w_o = located(random.tenths({sizes.heads * sizes.d_v, sizes.channels}));
  raw.b_o = located(random.tenths({sizes.channels}));
  raw.heads = Located<long long>{sizes.heads, {}};
  raw.kv_heads = Located<long long>{sizes.kv_heads, {}};
  return raw;
}

inline Trace exact(const RawProblem& raw) {
  return compute(valid(raw), right_recipe(), Carry::exact);
}

inline bool close(double a, double b) {
  return std::abs(a - b) <= 1e-11 * std::max({1.0, std::abs(a), std::abs(b)});
}

inline bool close(const Tensor& a, const Tensor& b) {
  return a.shape() == b.shape() &&
         std::ranges::equal(a.values(), b.values(), [](double x, double y) { return close(x, y); });
}

// Rows [from, to) of one axis.
inline Tensor slice(const Tensor& tensor, int axis, int from, int to) {
  Shape shape = tensor.shape();
  const int size = shape[static_cast<std::size_t>(axis)];
  shape[static_cast<std::size_t>(axis)] = to - from;
  std::size_t inner = 1;
  for (int later = axis + 1; later < tensor.rank(); ++later)
    inner *= static_cast<std::size_t>(tensor.size(later));
  std::vector<double> values;
  for (std::size_t i = 0; i < tensor.values().size(); ++i) {
    const int at = static_cast<int>(i / inner) % size;
    if (at >= from && at < to) values.push_back(tensor.values()[i]);
  }
  return {shape, std::move(values)};
}

// Other numbers in these positions of one batch member of X [B, T, C].
inline void overwrite_positions(Random& random, Tensor& x, int batch_index, int from, int to) {
  for (int t = from; t < to; ++t) {
    for (int c = 0; c < x.size(2); ++c) x.at({batch_index, t, c}) = random.between(-90, 90) / 10.0;
  }
}

}  // namespace qkv::test
