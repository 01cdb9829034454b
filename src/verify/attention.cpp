#include "qkv/verify/attention.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace qkv {
namespace {

std::vector<std::string> position_names(int count) {
  std::vector<std::string> names;
  for (int position = 0; position < count; ++position) names.push_back(std::to_string(position));
  return names;
}

void take(Problem& problem, const AttentionInputs& inputs) {
  problem.batch = inputs.q.size(0);
  problem.heads = inputs.q.size(1);
  problem.query_count = inputs.q.size(2);
  problem.key_count = inputs.k.size(2);
  problem.d_k = inputs.q.size(3);
  problem.d_v = inputs.v.size(3);
  problem.q = inputs.q;
  problem.k = inputs.k;
  problem.v = inputs.v;
}

// The part of the fused matrix that makes q (0), k (1) or v (2).
Projection part_of(const Tensor& w_qkv, int part) {
  const int channels = w_qkv.size(0);
  const int width = w_qkv.size(1) / 3;
  Tensor w({channels, width});
  for (int in = 0; in < channels; ++in) {
    for (int out = 0; out < width; ++out) w.at({in, out}) = w_qkv.at({in, part * width + out});
  }
  return {std::move(w), std::nullopt};
}

void take(Problem& problem, const LayerInputs& inputs) {
  problem.batch = inputs.x.size(0);
  problem.heads = inputs.heads;
  problem.query_count = problem.key_count = inputs.x.size(1);
  problem.d_k = problem.d_v = inputs.w_qkv.size(1) / 3 / inputs.heads;
  problem.source = Source{.x = inputs.x,
                          .x_kv = inputs.x,
                          .cross = false,
                          .fused = true,
                          .q = part_of(inputs.w_qkv, 0),
                          .k = part_of(inputs.w_qkv, 1),
                          .v = part_of(inputs.w_qkv, 2)};
  problem.w_o = Projection{inputs.w_o, std::nullopt};
}

}  // namespace

Problem problem_of(const AttentionRequest& request) {
  Problem problem;
  problem.id = request.id.empty() ? "request" : request.id;
  std::visit([&](const auto& inputs) { take(problem, inputs); }, request.inputs);
  problem.kv_heads = problem.heads;
  const auto batch = static_cast<std::size_t>(problem.batch);
  problem.query_names.assign(batch, position_names(problem.query_count));
  problem.key_names.assign(batch, position_names(problem.key_count));
  if (request.scale) {
    problem.scale = {Scale::Kind::number, 1.0 / *request.scale, {}};
  } else {
    problem.scale = {Scale::Kind::sqrt_dk, std::sqrt(static_cast<double>(problem.d_k)), {}};
  }
  if (request.causal_offset) problem.masks.causal = CausalMask{*request.causal_offset};
  problem.masks.padding = request.padding_mask;
  if (problem.query_count == problem.key_count) problem.masks.query_padding = request.padding_mask;
  problem.decimals.fill(2);
  problem.points.fill(1);
  problem.asked = {Step::weights, problem.w_o ? Step::projected : Step::output};
  return problem;
}

AttentionAnswer answer_of(const AttentionRequest& request, const Recipe& recipe) {
  const Problem problem = problem_of(request);
  const Trace trace = compute(problem, recipe, Carry::exact);
  AttentionAnswer answer{.id = request.id};
  if (const Tensor* weights = trace.find(Step::weights)) answer.weights = *weights;
  if (const Tensor* output = trace.find(problem.asked.back())) answer.output = *output;
  return answer;
}

}  // namespace qkv
