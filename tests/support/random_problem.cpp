#include "support/random_problem.hpp"

#include <array>
#include <cmath>
#include <limits>

namespace qkv::test {
namespace {

class Drawer {
 public:
  explicit Drawer(Random& random) : random_(random) {}

  RawProblem draw() {
    draw_sizes();
    switch (random_.between(0, 4)) {
      case 0:
      case 1:
        add_given();
        break;
      case 2:
      case 3:
        add_embeddings();
        break;
      default:
        add_scores();
    }
    add_output_projection();
    add_scale();
    add_masks();
    add_dropout();
    if (random_.chance(12)) raw_.softmax = Located<Softmax>{Softmax::row_sum, {}};
    return std::move(raw_);
  }

 private:
  void draw_sizes() {
    constexpr std::array<std::array<int, 2>, 8> heads_and_kv_heads = {
        {{1, 1}, {1, 1}, {2, 2}, {2, 1}, {3, 3}, {3, 1}, {4, 2}, {4, 4}}};
    const auto heads = heads_and_kv_heads[static_cast<std::size_t>(random_.between(0, 7))];
    heads_ = heads[0];
    kv_heads_ = heads[1];
    depth_ = random_.between(2, 4);
    batch_ = depth_ == 2 ? 1 : random_.between(1, 3);
    t_q_ = random_.between(1, 5);
    t_k_ = random_.chance(60) ? t_q_ : random_.between(1, 5);
    d_k_ = random_.between(1, 4);
    d_v_ = random_.between(1, 4);
  }

  // Rows of all heads, nested as deep as this problem is.
  Tensor rows(int positions, int heads, int features) {
    if (depth_ == 4) return random_.tenths({batch_, heads, positions, features});
    if (depth_ == 3) return random_.tenths({batch_, positions, heads * features});
    return random_.tenths({positions, heads * features});
  }

  void add_head_counts() {
    const bool said_by_the_nesting = depth_ == 4 && random_.chance(50);
    if (said_by_the_nesting) return;
    if (heads_ > 1 || random_.chance(20)) raw_.heads = Located<long long>{heads_, {}};
    if (kv_heads_ != heads_ || random_.chance(20)) raw_.kv_heads = Located<long long>{kv_heads_, {}};
  }

  void add_given() {
    raw_.q = located(rows(t_q_, heads_, d_k_));
    raw_.k = located(rows(t_k_, kv_heads_, d_k_));
    raw_.v = located(rows(t_k_, kv_heads_, d_v_));
    add_head_counts();
    // Queries with names of their own are another sequence: padding of the keys is none of theirs.
    if (random_.chance(25)) {
      raw_.queries = located_names(std::vector<std::string>(static_cast<std::size_t>(t_q_), "query"));
    }
  }

  void add_embeddings() {
    if (depth_ == 4) depth_ = 3;
    const bool fused = random_.chance(25);
    const bool cross = !fused && random_.chance(35);
    if (!cross) t_k_ = t_q_;
    if (fused) d_v_ = d_k_;
    const int channels = random_.between(1, 4);
    const int kv_channels = cross ? random_.between(1, 4) : channels;
    raw_.x = located(rows(t_q_, 1, channels));
    if (cross) raw_.x_kv = located(rows(t_k_, 1, kv_channels));
    const int q = heads_ * d_k_;
    const int k = kv_heads_ * d_k_;
    const int v = kv_heads_ * d_v_;
    if (fused) {
      raw_.w_qkv = located(random_.tenths({channels, q + k + v}));
      raw_.b_qkv = bias(q + k + v);
    } else {
      raw_.w_q = located(random_.tenths({channels, q}));
      raw_.w_k = located(random_.tenths({kv_channels, k}));
      raw_.w_v = located(random_.tenths({kv_channels, v}));
      raw_.b_q = bias(q);
      raw_.b_k = bias(k);
      raw_.b_v = bias(v);
    }
    add_head_counts();
  }

  std::optional<Located<Tensor>> bias(int size) {
    if (random_.chance(50)) return std::nullopt;
    return located(random_.tenths({size}));
  }

  void add_scores() {
    const bool with_values = random_.chance(70);
    if (depth_ < 4) heads_ = kv_heads_ = 1;
    if (!with_values) {
      kv_heads_ = heads_;
      d_v_ = 0;
    }
    raw_.scores = located(rows(t_q_, heads_, t_k_));
    if (with_values) raw_.v = located(rows(t_k_, kv_heads_, d_v_));
    raw_.d_k = Located<long long>{d_k_, {}};
    add_head_counts();
  }

  void add_output_projection() {
    if (d_v_ == 0 || random_.chance(50)) return;
    const int channels = random_.between(1, 4);
    raw_.w_o = located(random_.tenths({heads_ * d_v_, channels}));
    raw_.b_o = bias(channels);
  }

  void add_scale() {
    RawScale scale;
    switch (random_.between(0, 5)) {
      case 0:
        scale.kind = RawScale::Kind::none;
        break;
      case 1:
        scale = {RawScale::Kind::number, std::sqrt(8.0), "sqrt(8)"};
        break;
      case 2:
        scale = {RawScale::Kind::number, -2.5, "-2.5"};
        break;
      case 3:
        break;
      default:
        return;  // by default √d_k as well
    }
    raw_.scale = Located<RawScale>{scale, {}};
  }

  void add_masks() {
    const int mood = random_.between(0, 9);
    if (mood < 3) return;
    const int alone = random_.between(0, 5);
    const auto wanted = [&](int kind) {
      if (mood < 6) return kind == alone;
      return mood < 8 ? random_.chance(50) : true;
    };
    RawMask& mask = mask_of(raw_);
    if (wanted(0)) add_causal(mask);
    if (wanted(1)) mask.window = Located<long long>{random_.between(1, 5), {}};
    if (wanted(2)) mask.padding = located(keep(t_k_));
    if (wanted(3)) add_query_padding(mask);
    if (wanted(4)) mask.allow = located(flags(broadcast_shape(), 80));
    if (wanted(5)) mask.bias = located(score_bias());
  }

  void add_causal(RawMask& mask) {
    RawCausal causal;
    causal.on = random_.chance(90);
    if (t_q_ != t_k_ || random_.chance(50)) {
      // Mostly the usual alignments; every offset in the range is possible.
      const int offset = random_.chance(50) ? t_k_ - t_q_ : random_.between(1 - t_q_, t_k_ - 1);
      causal.offset = Located<long long>{offset, {}};
    }
    mask.causal = Located<RawCausal>{causal, {}};
  }

  void add_query_padding(RawMask& mask) {
    RawQueryPadding padding;
    padding.none = random_.chance(30);
    if (!padding.none) padding.keep = keep(t_q_);
    mask.query_padding = Located<RawQueryPadding>{padding, {}};
  }

  // One list for all batch members, or one for each.
  Tensor keep(int count) {
    Tensor result = random_.chance(30) ? flags({count}, 75) : flags({batch_, count}, 75);
    if (random_.chance(8)) result = Tensor(result.shape(), 0.0);
    return result;
  }

  Tensor flags(const Shape& shape, int percent) {
    Tensor result(shape);
    for (double& flag : result.values()) flag = random_.chance(percent) ? 1.0 : 0.0;
    return result;
  }

  // Two to four axes that spread over the scores.
  Shape broadcast_shape() {
    const Shape full = {batch_, heads_, t_q_, t_k_};
    Shape shape(full.end() - random_.between(2, 4), full.end());
    for (int& size : shape) size = random_.chance(30) ? 1 : size;
    return shape;
  }

  Tensor score_bias() {
    Tensor result = random_.tenths(broadcast_shape(), -20, 20);
    for (double& value : result.values()) {
      if (random_.chance(15)) value = -std::numeric_limits<double>::infinity();
    }
    return result;
  }

  void add_dropout() {
    if (!random_.chance(25)) return;
    constexpr std::array<double, 4> probabilities = {0.0, 0.1, 0.25, 0.5};
    const double p = probabilities[static_cast<std::size_t>(random_.between(0, 3))];
    raw_.dropout = Located<RawDropout>{{p, located(flags(broadcast_shape(), 70))}, {}};
  }

  Random& random_;
  RawProblem raw_;
  int batch_ = 1, heads_ = 1, kv_heads_ = 1, depth_ = 2, t_q_ = 1, t_k_ = 1, d_k_ = 1, d_v_ = 1;
};

}  // namespace

RawProblem random_problem(Random& random) {
  return Drawer(random).draw();
}

}  // namespace qkv::test
