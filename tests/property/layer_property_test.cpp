// What must hold for a whole attention layer, from the embeddings to W_O, whatever the numbers are: padding,
// batches and masks on random problems with fixed seeds. Equal means equal to the last bit unless a test says
// "close".
#include <limits>

#include "support/layers.hpp"

using namespace qkv;
using namespace qkv::test;

namespace {

constexpr int rounds = 150;

// true for `real` positions out of `tokens`, from the left or from the right.
Tensor padding_rows(int batch, int tokens, int real, bool padding_on_the_left) {
  Tensor keep({batch, tokens});
  for (int b = 0; b < batch; ++b) {
    for (int t = 0; t < tokens; ++t) {
      keep.at({b, t}) = (padding_on_the_left ? t >= tokens - real : t < real) ? 1.0 : 0.0;
    }
  }
  return keep;
}

}  // namespace

TEST_CASE("what stands in padded positions changes nothing, and without the padding mask it does") {
  Random random(200);
  int changed_without_mask = 0;
  for (int round = 0; round < rounds; ++round) {
    LayerSizes sizes = random_sizes(random);
    sizes.batch = random.between(1, 3);
    RawProblem raw = random_layer(random, sizes);
    if (random.chance(50)) set_causal(raw);
    RawProblem other = raw;
    // Every sentence of the batch has its own length, padded on the same side or not.
    Tensor keep({sizes.batch, sizes.tokens});
    for (int b = 0; b < sizes.batch; ++b) {
      const int real = random.between(1, sizes.tokens - 1);
      const bool left = random.chance(50);
      const int first = left ? sizes.tokens - real : 0;
      for (int t = first; t < first + real; ++t) keep.at({b, t}) = 1.0;
      overwrite_positions(random, other.x->value, b, left ? 0 : real, left ? first : sizes.tokens);
    }
    if (exact(raw).at(Step::projected) != exact(other).at(Step::projected)) ++changed_without_mask;
    mask_of(raw).padding = mask_of(other).padding = located(keep);
    // The rows of real positions are the same; those of padded ones are 0, biases and all.
    const Tensor projected = exact(raw).at(Step::projected);
    CHECK(projected == exact(other).at(Step::projected));
    for (int b = 0; b < sizes.batch; ++b) {
      for (int t = 0; t < sizes.tokens; ++t) {
        if (keep.at({b, t}) == 1.0) continue;
        for (int c = 0; c < sizes.channels; ++c) CHECK(projected.at({b, t, c}) == 0.0);
      }
    }
  }
  CHECK(changed_without_mask > rounds * 9 / 10);
}

TEST_CASE("the length of the padding does not matter, on either side") {
  Random random(201);
  for (int round = 0; round < rounds; ++round) {
    LayerSizes sizes = random_sizes(random);
    sizes.batch = random.between(1, 3);
    const bool left = random.chance(50);
    const RawProblem alone = random_layer(random, sizes);
    const int pads = random.between(1, 4);
    RawProblem padded = alone;
    const int tokens = sizes.tokens + pads;
    padded.x->value = random.tenths({sizes.batch, tokens, sizes.channels});
    const int first = left ? pads : 0;
    for (int b = 0; b < sizes.batch; ++b) {
      for (int t = 0; t < sizes.tokens; ++t) {
        for (int c = 0; c < sizes.channels; ++c)
          padded.x->value.at({b, first + t, c}) = alone.x->value.at({b, t, c});
      }
    }
    mask_of(padded).padding = located(padding_rows(sizes.batch, tokens, sizes.tokens, left));
    RawProblem causal = alone;
    RawProblem causal_padded = padded;
    set_causal(causal);
    set_causal(causal_padded);
    CHECK(slice(exact(padded).at(Step::projected), 1, first, first + sizes.tokens) ==
          exact(alone).at(Step::projected));
    CHECK(slice(exact(causal_padded).at(Step::projected), 1, first, first + sizes.tokens) ==
          exact(causal).at(Step::projected));
  }
}

TEST_CASE("the members of a batch do not influence one another") {
  Random random(202);
  for (int round = 0; round < rounds; ++round) {
    LayerSizes sizes = random_sizes(random);
    sizes.batch = random.between(2, 4);
    RawProblem raw = random_layer(random, sizes);
    Tensor keep({sizes.batch, sizes.tokens}, 1.0);
    for (double& flag : keep.values()) flag = random.chance(80) ? 1.0 : 0.0;
    mask_of(raw).padding = located(keep);
    const Trace together = exact(raw);
    const int member = random.between(0, sizes.batch - 1);
    // Alone, and among neighbours that are all different.
    RawProblem alone = raw;
    alone.x->value = slice(raw.x->value, 0, member, member + 1);
    mask_of(alone).padding = located(slice(keep, 0, member, member + 1));
    RawProblem among_others = raw;
    for (int b = 0; b < sizes.batch; ++b) {
      if (b != member) overwrite_positions(random, among_others.x->value, b, 0, sizes.tokens);
    }
    const Trace by_itself = exact(alone);
    const Trace elsewhere = exact(among_others);
    for (const StepTable& table : together.tables) {
      const Tensor mine = slice(table.values, 0, member, member + 1);
      CHECK(mine == by_itself.at(table.step));
      CHECK(mine == slice(elsewhere.at(table.step), 0, member, member + 1));
    }
  }
}

TEST_CASE("under the causal mask the future changes no bit of a past row, through the whole layer") {
  Random random(207);
  int changed_without_mask = 0;
  for (int round = 0; round < rounds; ++round) {
    const LayerSizes sizes = random_sizes(random);
    RawProblem raw = random_layer(random, sizes);
    RawProblem later = raw;
    const int from = random.between(1, sizes.tokens - 1);
    for (int b = 0; b < sizes.batch; ++b) overwrite_positions(random, later.x->value, b, from, sizes.tokens);
    const auto past = [&](const RawProblem& problem) {
      return slice(exact(problem).at(Step::projected), 1, 0, from);
    };
    if (past(raw) != past(later)) ++changed_without_mask;
    set_causal(raw);
    set_causal(later);
    CHECK(past(raw) == past(later));
    // With a window, what is too long ago changes nothing either.
    RawProblem windowed = raw;
    RawProblem earlier = raw;
    mask_of(windowed).window = mask_of(earlier).window = Located<long long>{1, {}};
    for (int b = 0; b < sizes.batch; ++b) overwrite_positions(random, earlier.x->value, b, 0, from);
    CHECK(slice(exact(windowed).at(Step::projected), 1, from, sizes.tokens) ==
          slice(exact(earlier).at(Step::projected), 1, from, sizes.tokens));
  }
  CHECK(changed_without_mask > rounds * 9 / 10);
}

TEST_CASE("the last query alone, with everything before it as keys, equals the last row of the full run") {
  Random random(208);
  for (int round = 0; round < rounds; ++round) {
    const LayerSizes sizes = random_sizes(random);
    RawProblem full = random_layer(random, sizes);
    RawProblem alone = full;
    alone.x->value = slice(full.x->value, 1, sizes.tokens - 1, sizes.tokens);
    alone.x_kv = full.x;
    set_causal(full);
    set_causal(alone, sizes.tokens - 1);
    CHECK(exact(alone).at(Step::projected) ==
          slice(exact(full).at(Step::projected), 1, sizes.tokens - 1, sizes.tokens));
  }
}

TEST_CASE("a fused matrix is the three side by side") {
  Random random(211);
  for (int round = 0; round < rounds; ++round) {
    LayerSizes sizes = random_sizes(random);
    sizes.d_v = sizes.d_k;
    sizes.kv_heads = random.chance(50) ? sizes.heads : 1;
    const RawProblem apart = random_layer(random, sizes);
    RawProblem fused = apart;
    const auto side_by_side = [](const Tensor& q, const Tensor& k, const Tensor& v) {
      Shape shape = q.shape();
      shape.back() = q.shape().back() + k.shape().back() + v.shape().back();
      std::vector<double> values;
      for (int row = 0; row < (q.rank() == 2 ? q.size(0) : 1); ++row) {
        for (const Tensor* part : {&q, &k, &v}) {
          const auto begin = part->values().begin() + row * part->shape().back();
          values.insert(values.end(), begin, begin + part->shape().back());
        }
      }
      return Tensor(shape, std::move(values));
    };
    fused.w_qkv = located(side_by_side(apart.w_q->value, apart.w_k->value, apart.w_v->value));
    fused.b_qkv = located(side_by_side(apart.b_q->value, apart.b_k->value, apart.b_v->value));
    for (auto* tensor : {&fused.w_q, &fused.w_k, &fused.w_v, &fused.b_q, &fused.b_k, &fused.b_v})
      tensor->reset();
    const Trace a = exact(apart);
    const Trace b = exact(fused);
    REQUIRE(a.tables.size() == b.tables.size());
    for (const StepTable& table : a.tables) CHECK(b.at(table.step) == table.values);
  }
}

TEST_CASE("a mask is the same mask however it is written") {
  Random random(212);
  for (int round = 0; round < rounds; ++round) {
    const LayerSizes sizes = random_sizes(random);
    const RawProblem bare = random_layer(random, sizes);
    RawProblem causal = bare;
    set_causal(causal);
    RawProblem allow = bare;
    RawProblem bias = bare;
    Tensor visible({sizes.tokens, sizes.tokens});
    Tensor added({sizes.tokens, sizes.tokens});
    for (int i = 0; i < sizes.tokens; ++i) {
      for (int j = 0; j < sizes.tokens; ++j) {
        visible.at({i, j}) = j <= i ? 1.0 : 0.0;
        added.at({i, j}) = j <= i ? 0.0 : -std::numeric_limits<double>::infinity();
      }
    }
    mask_of(allow).allow = located(visible);
    mask_of(bias).bias = located(added);
    // A window as long as the sequence hides nothing more than the causal mask does.
    RawProblem windowed = causal;
    mask_of(windowed).window = Located<long long>{sizes.tokens, {}};
    const Tensor expected = exact(causal).at(Step::projected);
    for (const RawProblem& raw : {allow, bias, windowed}) CHECK(exact(raw).at(Step::projected) == expected);
  }
}
