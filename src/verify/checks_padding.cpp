#include <cmath>
#include <limits>

#include "checks.hpp"

namespace qkv::checks {
namespace {

constexpr double key_change = 1.5;
constexpr double value_change = 1000.0;

// One row a member: the last `right` positions padded, or the first `left`; members after the first have
// none.
Tensor padding(const Sizes& sizes, int left, int right) {
  Tensor mask({sizes.batch, sizes.keys}, 1.0);
  for (int key = 0; key < sizes.keys; ++key) {
    if (key < left || key >= sizes.keys - right) mask.at({0, key}) = 0.0;
  }
  return mask;
}

bool is_padded(const AttentionRequest& request, int member, int position) {
  return request.padding_mask->at({member, position}) == 0.0;
}

// Padding at the end, then at the beginning; without and with the causal mask.
std::vector<AttentionRequest> padded_requests(Bench& bench, const Sizes& sizes) {
  std::vector<AttentionRequest> requests;
  for (const auto& [left, right] : {std::pair{0, 1}, std::pair{1, 0}}) {
    for (const bool causal : {false, true}) {
      if (causal && bench.lacks("causal")) continue;
      AttentionRequest request = bench.drawn(sizes);
      request.padding_mask = padding(sizes, left, right);
      if (causal) request.causal_offset = 0;
      requests.push_back(std::move(request));
    }
  }
  return requests;
}

void doing_padded(Bench& bench, const AttentionRequest& request) {
  bench.doing(request.causal_offset ? "padded-causal" : "padded");
}

}  // namespace

void pad_zero(Bench& bench) {
  if (!bench.sees_weights()) return;
  for (const Sizes& sizes : bench.sizes()) {
    for (const AttentionRequest& request : padded_requests(bench, sizes)) {
      doing_padded(bench, request);
      const AttentionAnswer* answer = bench.ask(request);
      if (answer == nullptr) return;
      for (std::size_t i = 0; i < answer->weights.values().size(); ++i) {
        const std::vector<int> at = index_at(answer->weights.shape(), i);
        if (is_padded(request, at[0], at[3]) && !bench.expect("weights", answer->weights, at, 0.0)) return;
      }
    }
  }
}

void pad_content(Bench& bench) {
  for (const Sizes& sizes : bench.sizes()) {
    for (const AttentionRequest& request : padded_requests(bench, sizes)) {
      doing_padded(bench, request);
      const AttentionAnswer* before = bench.ask(request);
      if (before == nullptr) return;
      AttentionRequest changed = request;
      auto& inputs = std::get<AttentionInputs>(changed.inputs);
      const auto change = [&](Tensor& table, double by) {
        for (std::size_t i = 0; i < table.values().size(); ++i) {
          const std::vector<int> at = index_at(table.shape(), i);
          if (is_padded(request, at[0], at[2])) table.values()[i] += by;
        }
      };
      change(inputs.k, key_change);
      change(inputs.v, value_change);
      bench.doing_after(request, "pad-content");
      const AttentionAnswer* after = bench.ask(changed);
      if (after == nullptr || !bench.expect_all(*after, *before)) return;
    }
  }
}

void pad_queries(Bench& bench) {
  for (const Sizes& sizes : bench.sizes()) {
    for (const AttentionRequest& request : padded_requests(bench, sizes)) {
      doing_padded(bench, request);
      const AttentionAnswer* answer = bench.ask(request);
      if (answer == nullptr) return;
      const auto rows_are_0 = [&](std::string_view part, const Tensor& table) {
        for (std::size_t i = 0; i < table.values().size(); ++i) {
          const std::vector<int> at = index_at(table.shape(), i);
          if (is_padded(request, at[0], at[2]) && !bench.expect(part, table, at, 0.0)) return false;
        }
        return true;
      };
      if (bench.sees_weights() && !rows_are_0("weights", answer->weights)) return;
      if (!rows_are_0("output", answer->output)) return;
    }
  }
}

void blocked_key(Bench& bench) {
  if (!bench.sees_weights()) return;
  for (const Sizes& sizes : bench.sizes()) {
    if (sizes.keys < 3) continue;
    const AttentionRequest open = bench.drawn(sizes);
    bench.doing("open");
    const AttentionAnswer* before = bench.ask(open);
    if (before == nullptr) return;
    AttentionRequest blocked = open;
    blocked.padding_mask = padding(sizes, 0, 1);
    bench.doing_after(open, "blocked-key");
    const AttentionAnswer* after = bench.ask(blocked);
    if (after == nullptr) return;
    // Without its last key each row is shared out anew among the others.
    for (int h = 0; h < sizes.heads; ++h) {
      for (int i = 0; i + 1 < sizes.queries; ++i) {
        const double rest = 1.0 - before->weights.at({0, h, i, sizes.keys - 1});
        for (int j = 0; j + 1 < sizes.keys; ++j) {
          if (!bench.expect("weights", after->weights, {0, h, i, j}, before->weights.at({0, h, i, j}) / rest))
            return;
        }
      }
    }
  }
}

void left_padding(Bench& bench) {
  for (const int padded : {1, 2}) {
    const Sizes sizes{1, 1, 2 + padded, 2 + padded, 2, 2};
    AttentionRequest request = bench.drawn(sizes);
    request.padding_mask = padding(sizes, padded, 0);
    if (!bench.lacks("causal")) request.causal_offset = 0;
    AttentionRequest alone = request;
    alone.padding_mask.reset();
    auto& inputs = std::get<AttentionInputs>(alone.inputs);
    const auto without_padding = [&](const Tensor& table, int axis) {
      Shape shape = table.shape();
      shape[static_cast<std::size_t>(axis)] -= padded;
      Tensor rest(shape);
      for (std::size_t i = 0; i < rest.values().size(); ++i) {
        std::vector<int> at = index_at(shape, i);
        at[static_cast<std::size_t>(axis)] += padded;
        rest.values()[i] = table.at(at);
      }
      return rest;
    };
    for (Tensor* table : {&inputs.q, &inputs.k, &inputs.v}) *table = without_padding(*table, 2);
    bench.doing("sentence");
    const AttentionAnswer* expected = bench.ask(alone);
    if (expected == nullptr) return;
    bench.doing_after(alone, "left-padding", {argument("count", padded)});
    const AttentionAnswer* answer = bench.ask(request);
    if (answer == nullptr) return;
    const AttentionAnswer real{
        .id = {},
        .output = without_padding(answer->output, 2),
        .weights = bench.sees_weights() ? without_padding(without_padding(answer->weights, 2), 3) : Tensor()};
    if (!bench.expect_all(real, *expected)) return;
  }
}

namespace {

// A row with nothing to look at, as the policy has it. `free`: it may be 0 as well.
bool row_follows(Bench& bench, const AttentionAnswer& answer, const AttentionRequest& request, int query,
                 bool free) {
  const Tensor& v = std::get<AttentionInputs>(request.inputs).v;
  const int keys = v.size(2);
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const FullyMasked policy = bench.setting().fully_masked;
  const auto follows = [&](std::string_view part, const Tensor& table, const std::vector<int>& at,
                           double uniform) {
    const double seen = table.at(at);
    if (policy == FullyMasked::any || (free && seen == 0.0)) return true;
    const double expected = policy == FullyMasked::zero      ? 0.0
                            : policy == FullyMasked::uniform ? uniform
                                                             : nan;
    if (agrees(seen, expected)) return true;
    const std::string note = std::isnan(seen)        ? "nan"
                             : agrees(seen, uniform) ? "uniform"
                             : seen == 0.0           ? "zero"
                                                     : "";
    bench.fail_at(part, table, at, expected, note);
    return false;
  };
  for (int key = 0; key < keys && bench.sees_weights(); ++key) {
    if (!follows("weights", answer.weights, {0, 0, query, key}, 1.0 / keys)) return false;
  }
  for (int d = 0; d < v.size(3); ++d) {
    double mean = 0.0;
    for (int key = 0; key < keys; ++key) mean += v.at({0, 0, key, d}) / keys;
    if (!follows("output", answer.output, {0, 0, query, d}, mean)) return false;
  }
  return true;
}

}  // namespace

void fully_masked(Bench& bench) {
  for (const Sizes& sizes : {Sizes{1, 1, 2, 2, 1, 1}, Sizes{1, 1, 3, 3, 2, 2}}) {
    if (!bench.lacks("padding")) {
      AttentionRequest request = bench.drawn(sizes);
      request.padding_mask = padding(sizes, sizes.keys, 0);
      bench.doing("all-padded");
      const AttentionAnswer* answer = bench.ask(request);
      if (answer == nullptr) return;
      // They are padded queries too, which may be cleared.
      for (int query = 0; query < sizes.queries; ++query) {
        if (!row_follows(bench, *answer, request, query, true)) return;
      }
    }
    if (!bench.lacks("causal") && !bench.lacks("offset")) {
      AttentionRequest request = bench.drawn(sizes);
      request.causal_offset = -1;
      bench.doing("offset-before");
      const AttentionAnswer* answer = bench.ask(request);
      if (answer == nullptr || !row_follows(bench, *answer, request, 0, false)) return;
    }
  }
}

}  // namespace qkv::checks
