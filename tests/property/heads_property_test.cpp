// What must hold for the heads of a layer, whatever the numbers are, on random problems with fixed seeds.
// Equal means equal to the last bit unless a test says "close".
#include "support/layers.hpp"

using namespace qkv;
using namespace qkv::test;

namespace {

constexpr int rounds = 150;

// One axis cut into equal blocks, and the blocks in another order: block i of the result is block order[i].
Tensor blocks_reordered(const Tensor& tensor, int axis, const std::vector<int>& order) {
  Tensor result = tensor;
  const int size = tensor.size(axis) / static_cast<int>(order.size());
  std::size_t inner = 1;
  for (int later = axis + 1; later < tensor.rank(); ++later)
    inner *= static_cast<std::size_t>(tensor.size(later));
  for (std::size_t i = 0; i < result.values().size(); ++i) {
    const int at = static_cast<int>(i / inner) % tensor.size(axis);
    const int from = order[static_cast<std::size_t>(at / size)] * size + at % size;
    const auto distance = (from - at) * static_cast<std::ptrdiff_t>(inner);
    result.values()[i] = tensor.values()[static_cast<std::size_t>(static_cast<std::ptrdiff_t>(i) + distance)];
  }
  return result;
}

std::vector<int> random_order(Random& random, int count) {
  std::vector<int> order;
  for (int i = 0; i < count; ++i) order.push_back(i);
  for (int i = count - 1; i > 0; --i) {
    std::swap(order[static_cast<std::size_t>(i)], order[static_cast<std::size_t>(random.between(0, i))]);
  }
  return order;
}

}  // namespace

TEST_CASE("head h reads slice h of the projections and nothing else, before W_O") {
  Random random(203);
  int others_changed = 0;
  int others = 0;
  for (int round = 0; round < rounds; ++round) {
    LayerSizes sizes = random_sizes(random);
    sizes.heads = sizes.kv_heads = random.between(2, 4);
    const RawProblem raw = random_layer(random, sizes);
    const int head = random.between(0, sizes.heads - 1);
    RawProblem changed = raw;
    const auto overwrite_other_heads = [&](Tensor& tensor, int width) {
      for (std::size_t i = 0; i < tensor.values().size(); ++i) {
        const int column = static_cast<int>(i) % tensor.size(tensor.rank() - 1);
        if (column / width != head) tensor.values()[i] = random.between(-90, 90) / 10.0;
      }
    };
    for (auto* tensor : {&changed.w_q, &changed.b_q, &changed.w_k, &changed.b_k}) {
      overwrite_other_heads((*tensor)->value, sizes.d_k);
    }
    for (auto* tensor : {&changed.w_v, &changed.b_v}) overwrite_other_heads((*tensor)->value, sizes.d_v);
    const Trace before = exact(raw);
    const Trace after = exact(changed);
    for (const Step step :
         {Step::q_heads, Step::k_heads, Step::v_heads, Step::scores, Step::weights, Step::output}) {
      CHECK(slice(before.at(step), 1, head, head + 1) == slice(after.at(step), 1, head, head + 1));
    }
    CHECK(slice(before.at(Step::merged), 2, head * sizes.d_v, (head + 1) * sizes.d_v) ==
          slice(after.at(Step::merged), 2, head * sizes.d_v, (head + 1) * sizes.d_v));
    for (int h = 0; h < sizes.heads; ++h) {
      if (h == head) continue;
      ++others;
      if (slice(before.at(Step::output), 1, h, h + 1) != slice(after.at(Step::output), 1, h, h + 1))
        ++others_changed;
    }
  }
  CHECK(others_changed > others * 9 / 10);
}

TEST_CASE("one head of many is the calculation with its slices and a single head") {
  Random random(204);
  for (int round = 0; round < rounds; ++round) {
    const LayerSizes sizes = random_sizes(random);
    RawProblem raw = random_layer(random, sizes);
    if (random.chance(50)) set_causal(raw);
    const Trace many = exact(raw);
    const int head = random.between(0, sizes.heads - 1);
    RawProblem single = raw;
    for (auto* tensor : {&single.w_q, &single.b_q, &single.w_k, &single.b_k}) {
      Tensor& columns = (*tensor)->value;
      columns = slice(columns, columns.rank() - 1, head * sizes.d_k, (head + 1) * sizes.d_k);
    }
    for (auto* tensor : {&single.w_v, &single.b_v}) {
      Tensor& columns = (*tensor)->value;
      columns = slice(columns, columns.rank() - 1, head * sizes.d_v, (head + 1) * sizes.d_v);
    }
    single.w_o.reset();
    single.b_o.reset();
    single.heads.reset();
    single.kv_heads.reset();
    const Trace one = exact(single);
    CHECK(one.find(Step::q_heads) == nullptr);
    CHECK(one.find(Step::merged) == nullptr);
    for (const Step step : {Step::scores, Step::scaled, Step::weights, Step::output}) {
      CHECK(slice(many.at(step), 1, head, head + 1) == one.at(step));
    }
  }
}

TEST_CASE("one head is the same problem written without heads, in rows and per head") {
  Random random(205);
  for (int round = 0; round < rounds; ++round) {
    const int tokens = random.between(1, 5);
    const RawProblem plain =
        raw_problem(random.tenths({tokens, 3}), random.tenths({tokens, 3}), random.tenths({tokens, 2}));
    RawProblem said = plain;
    said.heads = Located<long long>{1, {}};
    const RawProblem per_head = raw_problem({{1, 1, tokens, 3}, plain.q->value.values()},
                                            {{1, 1, tokens, 3}, plain.k->value.values()},
                                            {{1, 1, tokens, 2}, plain.v->value.values()});
    const Trace expected = exact(plain);
    for (const RawProblem& raw : {said, per_head}) {
      const Trace trace = exact(raw);
      REQUIRE(trace.tables.size() == expected.tables.size());
      for (const StepTable& table : expected.tables) CHECK(trace.at(table.step) == table.values);
    }
  }
}

TEST_CASE(
    "heads in another order give the same blocks in that order, and W_O with its rows turned undoes it") {
  Random random(206);
  for (int round = 0; round < rounds; ++round) {
    LayerSizes sizes = random_sizes(random);
    sizes.heads = sizes.kv_heads = random.between(2, 4);
    const RawProblem raw = random_layer(random, sizes);
    const std::vector<int> order = random_order(random, sizes.heads);
    RawProblem turned = raw;
    for (auto* tensor : {&turned.w_q, &turned.b_q, &turned.w_k, &turned.b_k, &turned.w_v, &turned.b_v}) {
      Tensor& columns = (*tensor)->value;
      columns = blocks_reordered(columns, columns.rank() - 1, order);
    }
    turned.w_o->value = blocks_reordered(raw.w_o->value, 0, order);
    const Trace before = exact(raw);
    const Trace after = exact(turned);
    CHECK(blocks_reordered(before.at(Step::weights), 1, order) == after.at(Step::weights));
    CHECK(blocks_reordered(before.at(Step::output), 1, order) == after.at(Step::output));
    CHECK(blocks_reordered(before.at(Step::merged), 2, order) == after.at(Step::merged));
    // The same sums, added up in another order.
    CHECK(close(before.at(Step::projected), after.at(Step::projected)));
  }
}

TEST_CASE("grouped heads equal heads that repeat their keys and values") {
  Random random(209);
  for (int round = 0; round < rounds; ++round) {
    LayerSizes sizes = random_sizes(random);
    sizes.kv_heads = random.between(1, 3);
    const int group = random.between(2, 3);
    sizes.heads = sizes.kv_heads * group;
    RawProblem grouped = random_layer(random, sizes);
    if (random.chance(50)) set_causal(grouped);
    RawProblem repeated = grouped;
    repeated.kv_heads = repeated.heads;
    const auto repeat_blocks = [&](Tensor& tensor, int width) {
      Shape shape = tensor.shape();
      shape.back() *= group;
      Tensor wide(shape);
      for (std::size_t i = 0; i < wide.values().size(); ++i) {
        const std::size_t column = i % static_cast<std::size_t>(shape.back());
        const std::size_t row = i / static_cast<std::size_t>(shape.back());
        const std::size_t head = column / static_cast<std::size_t>(width) / static_cast<std::size_t>(group);
        const std::size_t from =
            head * static_cast<std::size_t>(width) + column % static_cast<std::size_t>(width);
        wide.values()[i] =
            tensor.values()[row * static_cast<std::size_t>(tensor.size(tensor.rank() - 1)) + from];
      }
      tensor = wide;
    };
    for (auto* tensor : {&repeated.w_k, &repeated.b_k}) repeat_blocks((*tensor)->value, sizes.d_k);
    for (auto* tensor : {&repeated.w_v, &repeated.b_v}) repeat_blocks((*tensor)->value, sizes.d_v);
    const Trace a = exact(grouped);
    const Trace b = exact(repeated);
    for (const Step step : {Step::scores, Step::weights, Step::output, Step::merged, Step::projected}) {
      CHECK(a.at(step) == b.at(step));
    }
  }
}

TEST_CASE("features written twice in every head are close to queries multiplied by √2") {
  Random random(210);
  for (int round = 0; round < rounds; ++round) {
    const LayerSizes sizes = random_sizes(random);
    const Shape narrow = {sizes.batch, sizes.heads, sizes.tokens, sizes.d_k};
    const RawProblem raw = raw_problem(random.tenths(narrow), random.tenths(narrow),
                                       random.tenths({sizes.batch, sizes.heads, sizes.tokens, sizes.d_v}));
    const auto twice = [&](const Tensor& tensor) {
      Tensor wide({sizes.batch, sizes.heads, sizes.tokens, 2 * sizes.d_k});
      auto to = wide.values().begin();
      for (auto row = tensor.values().begin(); row != tensor.values().end(); row += sizes.d_k) {
        to = std::copy_n(row, sizes.d_k, to);
        to = std::copy_n(row, sizes.d_k, to);
      }
      return wide;
    };
    RawProblem doubled = raw;
    doubled.q->value = twice(raw.q->value);
    doubled.k->value = twice(raw.k->value);
    RawProblem louder = raw;
    for (double& value : louder.q->value.values()) value *= std::sqrt(2.0);
    CHECK(close(exact(doubled).at(Step::weights), exact(louder).at(Step::weights)));
    CHECK(close(exact(doubled).at(Step::output), exact(louder).at(Step::output)));
  }
}
