#include <cmath>

#include "checks.hpp"

namespace qkv::checks {
void rows_sum(Bench& bench) {
  if (!bench.sees_weights()) return;
  for (const Sizes& sizes : bench.sizes()) {
    for (const bool causal : {false, true}) {
      if (causal && bench.lacks("causal")) continue;
      AttentionRequest request = bench.drawn(sizes);
      if (causal) request.causal_offset = 0;
      bench.doing(causal ? "causal" : "open");
      const AttentionAnswer* answer = bench.ask(request);
      if (answer == nullptr) return;
      const Tensor& weights = answer->weights;
      Tensor sums({sizes.batch, sizes.heads, sizes.queries, 1});
      for (std::size_t i = 0; i < weights.values().size(); ++i) {
        const std::vector<int> at = index_at(weights.shape(), i);
        sums.at({at[0], at[1], at[2], 0}) += weights.values()[i];
      }
      for (std::size_t i = 0; i < sums.values().size(); ++i) {
        if (agrees(sums.values()[i], 1.0)) continue;
        FailedCase failure{.kind = FailedCase::Kind::numbers, .part = "weights"};
        failure.at = index_at(sums.shape(), i);
        failure.expected = 1.0;
        failure.seen = sums.values()[i];
        failure.seen_part = weights;
        failure.is_row_sum = true;
        // A wrong axis or a wrong denominator is off by more than digits.
        failure.note = std::fabs(failure.seen - 1.0) <= half_precision ? "row-sum-rounded" : "row-sum";
        bench.fail(std::move(failure));
        return;
      }
    }
  }
}

void known_odds(Bench& bench) {
  // Scaled scores 0 and ln 3 apart, for both queries: e^0 to e^(ln 3) is 1 to 3.
  for (const int d_k : {1, 4}) {
    AttentionRequest request = bench.drawn({1, 1, 2, 2, d_k, 1});
    auto& inputs = std::get<AttentionInputs>(request.inputs);
    inputs.q = Tensor({1, 1, 2, d_k}, 0.0);
    inputs.k = Tensor({1, 1, 2, d_k}, 0.0);
    for (int query = 0; query < 2; ++query)
      inputs.q.at({0, 0, query, 0}) = std::sqrt(static_cast<double>(d_k));
    inputs.k.at({0, 0, 1, 0}) = std::log(3.0);
    inputs.v = Tensor({1, 1, 2, 1}, {0.0, 4.0});
    bench.doing("odds");
    const AttentionAnswer* answer = bench.ask(request);
    if (answer == nullptr) return;
    if (bench.sees_weights() &&
        !bench.expect_part("weights", answer->weights, Tensor({1, 1, 2, 2}, {0.25, 0.75, 0.25, 0.75})))
      return;
    if (!bench.expect_part("output", answer->output, Tensor({1, 1, 2, 1}, 3.0))) return;
  }
}

void equal_keys(Bench& bench) {
  for (const int keys : {2, 3, 4}) {
    AttentionRequest request = bench.drawn({1, 1, keys, keys, 2, 2});
    auto& inputs = std::get<AttentionInputs>(request.inputs);
    for (int key = 1; key < keys; ++key) {
      for (int d = 0; d < 2; ++d) inputs.k.at({0, 0, key, d}) = inputs.k.at({0, 0, 0, d});
    }
    AttentionAnswer expected{
        .id = {}, .output = Tensor({1, 1, keys, 2}, 0.0), .weights = Tensor({1, 1, keys, keys}, 1.0 / keys)};
    for (int query = 0; query < keys; ++query) {
      for (int d = 0; d < 2; ++d) {
        for (int key = 0; key < keys; ++key)
          expected.output.at({0, 0, query, d}) += inputs.v.at({0, 0, key, d}) / keys;
      }
    }
    bench.doing("equal-keys");
    const AttentionAnswer* answer = bench.ask(request);
    if (answer == nullptr || !bench.expect_all(*answer, expected)) return;
  }
}

void duplicated_features(Bench& bench) {
  for (const Sizes& sizes : bench.sizes()) {
    AttentionRequest larger = bench.drawn(sizes);
    AttentionRequest doubled = larger;
    auto& inputs = std::get<AttentionInputs>(larger.inputs);
    auto& twice = std::get<AttentionInputs>(doubled.inputs);
    const auto side_by_side = [](const Tensor& table) {
      Tensor wide({table.size(0), table.size(1), table.size(2), 2 * table.size(3)});
      for (std::size_t i = 0; i < wide.values().size(); ++i) {
        std::vector<int> at = index_at(wide.shape(), i);
        at[3] %= table.size(3);
        wide.values()[i] = table.at(at);
      }
      return wide;
    };
    twice.q = side_by_side(twice.q);
    twice.k = side_by_side(twice.k);
    // Twice the dot products over √2 times the divisor.
    for (double& value : inputs.q.values()) value *= std::sqrt(2.0);
    bench.doing("features");
    const AttentionAnswer* once = bench.ask(larger);
    if (once == nullptr) return;
    bench.doing_after(larger, "features-doubled");
    const AttentionAnswer* both = bench.ask(doubled);
    if (both == nullptr || !bench.expect_all(*both, *once)) return;
  }
}

void large_scores(Bench& bench) {
  for (const double size : {100.0, 10'000.0}) {
    AttentionRequest request = bench.drawn({1, 1, 3, 3, 1, 1});
    auto& inputs = std::get<AttentionInputs>(request.inputs);
    inputs.q = Tensor({1, 1, 3, 1}, 1.0);
    inputs.k = Tensor({1, 1, 3, 1}, {size, -size, size});
    inputs.v = Tensor({1, 1, 3, 1}, {1.0, 5.0, 3.0});
    bench.doing("large", {argument("size", static_cast<long long>(size))});
    const AttentionAnswer* answer = bench.ask(request);
    if (answer == nullptr) return;
    // e^(−200) is no number that anybody tells from 0.
    const double weights[] = {0.5, 0.0, 0.5};
    for (int query = 0; query < 3; ++query) {
      for (int key = 0; key < 3 && bench.sees_weights(); ++key) {
        const std::vector<int> at = {0, 0, query, key};
        if (agrees(answer->weights.at(at), weights[key])) continue;
        bench.fail_at("weights", answer->weights, at, weights[key],
                      std::isnan(answer->weights.at(at)) ? "overflow" : "");
        return;
      }
      if (!bench.expect("output", answer->output, {0, 0, query, 0}, 2.0)) return;
    }
  }
}

void given_scale(Bench& bench) {
  for (const Sizes& sizes : bench.sizes()) {
    for (const double scale : {1.0, 0.25}) {
      AttentionRequest request = bench.drawn(sizes);
      request.scale = scale;
      bench.doing("scale", {argument("scale", scale == 1.0 ? "1" : "0.25")});
      const AttentionAnswer* answer = bench.ask(request);
      if (answer == nullptr || !bench.expect_all(*answer, answer_of(request, right_recipe()))) return;
    }
  }
}

void numbers(Bench& bench) {
  for (const Sizes& sizes : bench.sizes()) {
    for (const bool causal : {false, true}) {
      if (causal && bench.lacks("causal")) continue;
      for (const int padded : {-1, 0, 1}) {  // none, on the left, on the right
        if (padded >= 0 && bench.lacks("padding")) continue;
        AttentionRequest request = bench.drawn(sizes);
        if (causal) request.causal_offset = 0;
        if (padded >= 0) {
          Tensor mask({sizes.batch, sizes.keys}, 1.0);
          mask.at({0, padded == 0 ? 0 : sizes.keys - 1}) = 0.0;
          request.padding_mask = std::move(mask);
        }
        bench.doing(padded < 0 ? (causal ? "causal" : "open") : (causal ? "padded-causal" : "padded"));
        const AttentionAnswer* answer = bench.ask(request);
        if (answer == nullptr || !bench.expect_all(*answer, answer_of(request, right_recipe()))) return;
      }
    }
  }
}

}  // namespace qkv::checks
