#include <algorithm>

#include "checks.hpp"

namespace qkv::checks {
namespace {

// Large beside what a small leak lets through, and not so large that float32 loses the rest.
constexpr double key_change = 1.5;
constexpr double value_change = 1000.0;
constexpr double input_change = 3.0;

void change(Tensor& table, int position, double by) {
  for (std::size_t i = 0; i < table.values().size(); ++i) {
    if (index_at(table.shape(), i)[static_cast<std::size_t>(table.rank() - 2)] == position)
      table.values()[i] += by;
  }
}

// The rows before a position, of which nothing may have moved. The position is the last axis but one.
bool earlier_rows_stay(Bench& bench, std::string_view part, const Tensor& before, const Tensor& after,
                       int position, int columns) {
  for (std::size_t i = 0; i < after.values().size(); ++i) {
    const std::vector<int> at = index_at(after.shape(), i);
    const bool earlier = at[at.size() - 2] < position;
    if (!earlier || at.back() >= columns) continue;
    const double was = before.values()[i];
    if (agrees(after.values()[i], was)) continue;
    bench.fail_at(part, after, at, was);
    return false;
  }
  return true;
}

Argument position_argument(int position) {
  return argument("position", position);
}

}  // namespace

void future_zero(Bench& bench) {
  if (!bench.sees_weights()) return;
  for (const Sizes& sizes : bench.sizes()) {
    AttentionRequest request = bench.drawn(sizes);
    request.causal_offset = 0;
    bench.doing("causal");
    const AttentionAnswer* answer = bench.ask(request);
    if (answer == nullptr) return;
    for (std::size_t i = 0; i < answer->weights.values().size(); ++i) {
      const std::vector<int> at = index_at(answer->weights.shape(), i);
      if (at[3] > at[2] && !bench.expect("weights", answer->weights, at, 0.0)) return;
    }
  }
}

void future_unseen(Bench& bench) {
  for (const Sizes& sizes : bench.sizes()) {
    AttentionRequest request = bench.drawn(sizes);
    request.causal_offset = 0;
    bench.doing("causal");
    const AttentionAnswer* before = bench.ask(request);
    if (before == nullptr) return;
    for (int position = 1; position < sizes.keys; ++position) {
      AttentionRequest changed = request;
      auto& inputs = std::get<AttentionInputs>(changed.inputs);
      change(inputs.q, position, key_change);
      change(inputs.k, position, key_change);
      change(inputs.v, position, value_change);
      bench.doing_after(request, "future", {position_argument(position)});
      const AttentionAnswer* after = bench.ask(changed);
      if (after == nullptr) return;
      if (bench.sees_weights() &&
          !earlier_rows_stay(bench, "weights", before->weights, after->weights, position, sizes.keys))
        return;
      if (!earlier_rows_stay(bench, "output", before->output, after->output, position, sizes.d_v)) return;
    }
  }
}

void future_unseen_layer(Bench& bench) {
  for (const int positions : {2, 4}) {
    AttentionRequest request = bench.drawn_layer(1, positions, bench.lacks("heads") ? 1 : 2, 2);
    request.causal_offset = 0;
    bench.doing("layer-causal");
    const AttentionAnswer* before = bench.ask(request);
    if (before == nullptr) return;
    for (int position = 1; position < positions; ++position) {
      AttentionRequest changed = request;
      change(std::get<LayerInputs>(changed.inputs).x, position, input_change);
      bench.doing_after(request, "future-layer", {position_argument(position)});
      const AttentionAnswer* after = bench.ask(changed);
      if (after == nullptr) return;
      const int channels = before->output.shape().back();
      if (!earlier_rows_stay(bench, "output", before->output, after->output, position, channels)) return;
    }
  }
}

void contrast(Bench& bench) {
  for (const Sizes& sizes : bench.sizes()) {
    const AttentionRequest request = bench.drawn(sizes);
    bench.doing("open");
    const AttentionAnswer* before = bench.ask(request);
    if (before == nullptr) return;
    const int last = sizes.keys - 1;
    AttentionRequest changed = request;
    change(std::get<AttentionInputs>(changed.inputs).v, last, value_change);
    bench.doing("open-changed", {position_argument(last)});
    const AttentionAnswer* after = bench.ask(changed);
    if (after == nullptr) return;
    // By how much is the calculation's business; row 0 has to move.
    const AttentionAnswer expected = answer_of(changed, right_recipe());
    const AttentionAnswer old = answer_of(request, right_recipe());
    const std::vector<int> at = {0, 0, 0, 0};
    if (agrees(expected.output.at(at), old.output.at(at))) continue;
    if (agrees(after->output.at(at), before->output.at(at))) {
      bench.fail_at("output", after->output, at, expected.output.at(at), "unmoved");
      return;
    }
  }
}

void first_row(Bench& bench) {
  for (const Sizes& sizes : bench.sizes()) {
    AttentionRequest request = bench.drawn(sizes);
    request.causal_offset = 0;
    bench.doing("first-row");
    const AttentionAnswer* answer = bench.ask(request);
    if (answer == nullptr) return;
    const Tensor& v = std::get<AttentionInputs>(request.inputs).v;
    for (int b = 0; b < sizes.batch; ++b) {
      for (int h = 0; h < sizes.heads; ++h) {
        if (bench.sees_weights() && !bench.expect("weights", answer->weights, {b, h, 0, 0}, 1.0)) return;
        for (int d = 0; d < sizes.d_v; ++d) {
          if (!bench.expect("output", answer->output, {b, h, 0, d}, v.at({b, h, 0, d}))) return;
        }
      }
    }
  }
}

void last_query(Bench& bench) {
  for (const Sizes& sizes : bench.sizes()) {
    AttentionRequest whole = bench.drawn(sizes);
    whole.causal_offset = 0;
    bench.doing("causal");
    const AttentionAnswer* all = bench.ask(whole);
    if (all == nullptr) return;
    AttentionRequest last = whole;
    auto& inputs = std::get<AttentionInputs>(last.inputs);
    const auto last_row = [&](const Tensor& table) {
      Tensor row({table.size(0), table.size(1), 1, table.size(3)});
      for (std::size_t i = 0; i < row.values().size(); ++i) {
        const std::vector<int> at = index_at(row.shape(), i);
        row.values()[i] = table.at({at[0], at[1], table.size(2) - 1, at[3]});
      }
      return row;
    };
    inputs.q = last_row(inputs.q);
    last.causal_offset = sizes.keys - 1;
    bench.doing_after(whole, "last-query", {argument("offset", sizes.keys - 1)});
    const AttentionAnswer* alone = bench.ask(last);
    if (alone == nullptr) return;
    const AttentionAnswer expected{.id = {},
                                   .output = last_row(all->output),
                                   .weights = bench.sees_weights() ? last_row(all->weights) : Tensor()};
    if (!bench.expect_all(*alone, expected)) return;
  }
}

}  // namespace qkv::checks
