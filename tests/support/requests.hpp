// Requests of the line protocol for tests: all that it has, in sizes that differ from each other.
#pragma once

#include <string>
#include <vector>

#include "qkv/base/draws.hpp"
#include "qkv/verify/attention.hpp"

namespace qkv::test {

// Quarters from −2 to 2: exact in binary, and different enough that hardly two rows are alike.
inline Tensor random_quarters(Draws& draws, Shape shape) {
  Tensor tensor(std::move(shape));
  for (double& value : tensor.values()) value = 0.25 * draws.between(-8, 8);
  return tensor;
}

struct RequestSizes {
  int batch = 1;
  int heads = 1;
  int queries = 4;
  int keys = 4;
  int features = 3;
  int value_features = 3;
};

inline AttentionInputs random_attention(Draws& draws, const RequestSizes& sizes) {
  return {random_quarters(draws, {sizes.batch, sizes.heads, sizes.queries, sizes.features}),
          random_quarters(draws, {sizes.batch, sizes.heads, sizes.keys, sizes.features}),
          random_quarters(draws, {sizes.batch, sizes.heads, sizes.keys, sizes.value_features})};
}

inline LayerInputs random_layer_inputs(Draws& draws, int batch, int tokens, int channels, int heads) {
  return {random_quarters(draws, {batch, tokens, channels}), random_quarters(draws, {channels, 3 * channels}),
          random_quarters(draws, {channels, channels}), heads};
}

// The last `count` positions of the last batch member are padding.
inline Tensor padded_at_the_end(int batch, int keys, int count) {
  Tensor mask({batch, keys}, 1.0);
  for (int i = 0; i < count; ++i) mask.at({batch - 1, keys - 1 - i}) = 0.0;
  return mask;
}

// Every kind of inputs with every kind of mask and with two scales.
inline std::vector<AttentionRequest> varied_requests() {
  Draws draws(20'260'301);
  std::vector<AttentionRequest> inputs;
  for (const RequestSizes& sizes :
       {RequestSizes{}, RequestSizes{2, 2, 4, 4, 3, 3}, RequestSizes{1, 3, 3, 5, 2, 4},
        RequestSizes{2, 1, 5, 3, 3, 3}, RequestSizes{1, 2, 3, 3, 2, 4}, RequestSizes{1, 3, 3, 3, 4, 4}}) {
    inputs.push_back({.id = {}, .inputs = random_attention(draws, sizes)});
  }
  inputs.push_back({.id = {}, .inputs = random_layer_inputs(draws, 1, 4, 6, 1)});
  inputs.push_back({.id = {}, .inputs = random_layer_inputs(draws, 2, 4, 6, 2)});
  inputs.push_back({.id = {}, .inputs = random_layer_inputs(draws, 1, 3, 6, 3)});
  std::vector<AttentionRequest> requests;
  for (const AttentionRequest& plain : inputs) {
    const Problem problem = problem_of(plain);
    for (int variant = 0; variant < 12; ++variant) {
      AttentionRequest request = plain;
      request.id = "r" + std::to_string(requests.size());
      const int causal = variant % 3;
      if (causal == 1) request.causal_offset = problem.key_count - problem.query_count;
      if (causal == 2) request.causal_offset = problem.key_count - problem.query_count - 1;
      if (variant % 2 == 1) request.padding_mask = padded_at_the_end(problem.batch, problem.key_count, 1);
      if (variant >= 6) request.scale = 0.75;
      requests.push_back(std::move(request));
    }
  }
  return requests;
}

}  // namespace qkv::test
