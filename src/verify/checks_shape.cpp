#include "checks.hpp"

namespace qkv::checks {
namespace {

// The part of a table [B, ...] or [B, H, ...] that belongs to one member or head, kept as an axis of size 1.
Tensor one_of(const Tensor& table, int axis, int index) {
  Shape shape = table.shape();
  shape[static_cast<std::size_t>(axis)] = 1;
  Tensor part(shape);
  for (std::size_t i = 0; i < part.values().size(); ++i) {
    std::vector<int> at = index_at(shape, i);
    at[static_cast<std::size_t>(axis)] = index;
    part.values()[i] = table.at(at);
  }
  return part;
}

AttentionRequest one_of(const AttentionRequest& request, int axis, int index) {
  const auto& inputs = std::get<AttentionInputs>(request.inputs);
  AttentionRequest one = request;
  one.inputs = AttentionInputs{one_of(inputs.q, axis, index), one_of(inputs.k, axis, index),
                               one_of(inputs.v, axis, index)};
  return one;
}

// Each part along the axis alone has to come out as it does among the others.
void parts_alone(Bench& bench, std::string_view did, int axis, const Sizes& sizes) {
  for (const bool causal : {false, true}) {
    if (causal && bench.lacks("causal")) continue;
    AttentionRequest together = bench.drawn(sizes);
    if (causal) together.causal_offset = 0;
    bench.doing(std::string(did));
    const AttentionAnswer* all = bench.ask(together);
    if (all == nullptr) return;
    const int parts = axis == 0 ? sizes.batch : sizes.heads;
    for (int index = 0; index < parts; ++index) {
      bench.doing_after(together, std::string(did) + ".alone", {argument("index", index + 1)});
      const AttentionAnswer* alone = bench.ask(one_of(together, axis, index));
      if (alone == nullptr) return;
      const AttentionAnswer expected{
          .id = {},
          .output = one_of(all->output, axis, index),
          .weights = bench.sees_weights() ? one_of(all->weights, axis, index) : Tensor()};
      if (!bench.expect_all(*alone, expected)) return;
    }
  }
}

}  // namespace

void shape(Bench& bench) {
  const int heads = bench.lacks("heads") ? 1 : 3;
  const int batch = bench.lacks("batch") ? 1 : 2;
  for (Sizes sizes : {Sizes{1, 1, 1, 2, 3, 4}, Sizes{batch, heads, 4, 6, 5, 7}}) {
    if (bench.lacks("lengths")) sizes.queries = sizes.keys;
    bench.doing("shape");
    if (bench.ask(bench.drawn(sizes)) == nullptr) return;
  }
}

void batch_apart(Bench& bench) {
  parts_alone(bench, "batch", 0, {2, 1, 3, 3, 2, 2});
  if (bench.is_over()) return;
  // Other neighbours, the same result.
  const AttentionRequest request = bench.drawn({2, 1, 2, 2, 1, 1});
  bench.doing("batch");
  const AttentionAnswer* before = bench.ask(request);
  if (before == nullptr) return;
  AttentionRequest changed = request;
  auto& inputs = std::get<AttentionInputs>(changed.inputs);
  for (Tensor* table : {&inputs.q, &inputs.k, &inputs.v}) {
    for (std::size_t i = table->values().size() / 2; i < table->values().size(); ++i)
      table->values()[i] += 1.5;
  }
  bench.doing_after(request, "batch-changed");
  const AttentionAnswer* after = bench.ask(changed);
  if (after == nullptr) return;
  AttentionAnswer expected = *after;
  const auto first_stays = [](Tensor& to, const Tensor& from) {
    for (std::size_t i = 0; i < to.values().size() / 2; ++i) to.values()[i] = from.values()[i];
  };
  first_stays(expected.output, before->output);
  first_stays(expected.weights, before->weights);
  bench.expect_all(*after, expected);
}

void heads_apart(Bench& bench) {
  parts_alone(bench, "heads", 1, {1, 2, 3, 3, 2, 2});
}

void key_order(Bench& bench) {
  for (const Sizes& sizes : bench.sizes()) {
    const AttentionRequest request = bench.drawn(sizes);
    bench.doing("key-order");
    const AttentionAnswer* before = bench.ask(request);
    if (before == nullptr) return;
    // Turned round by one: key j stands at j + 1.
    AttentionRequest turned = request;
    auto& inputs = std::get<AttentionInputs>(turned.inputs);
    const auto& old = std::get<AttentionInputs>(request.inputs);
    const auto turn = [](Tensor& to, const Tensor& from, int axis) {
      for (std::size_t i = 0; i < to.values().size(); ++i) {
        std::vector<int> at = index_at(to.shape(), i);
        int& position = at[static_cast<std::size_t>(axis)];
        const int count = to.size(axis);
        position = (position + count - 1) % count;
        to.values()[i] = from.at(at);
      }
    };
    turn(inputs.k, old.k, 2);
    turn(inputs.v, old.v, 2);
    bench.doing_after(request, "key-order-turned");
    const AttentionAnswer* after = bench.ask(turned);
    if (after == nullptr) return;
    AttentionAnswer expected = *before;
    if (bench.sees_weights()) turn(expected.weights, before->weights, 3);
    if (!bench.expect_all(*after, expected)) return;
  }
}

void layer_numbers(Bench& bench) {
  struct Layer {
    int batch, positions, heads, d_k;
  };
  std::vector<Layer> layers = {{1, 2, 1, 2}, {1, 3, 1, 2}};
  if (!bench.lacks("heads")) layers.insert(layers.end(), {{1, 2, 2, 1}, {1, 3, 2, 2}, {1, 3, 3, 2}});
  if (!bench.lacks("batch")) layers.push_back({2, 4, bench.lacks("heads") ? 1 : 2, 3});
  for (const Layer& layer : layers) {
    for (const bool causal : {false, true}) {
      if (causal && bench.lacks("causal")) continue;
      AttentionRequest request = bench.drawn_layer(layer.batch, layer.positions, layer.heads, layer.d_k);
      if (causal) request.causal_offset = 0;
      bench.doing("layer");
      const AttentionAnswer* answer = bench.ask(request);
      if (answer == nullptr || !bench.expect_all(*answer, answer_of(request, right_recipe()))) return;
    }
  }
}

}  // namespace qkv::checks
