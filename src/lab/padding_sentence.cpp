#include "padding_sentence.hpp"

#include <utility>

namespace qkv::padding_lab {
namespace {

Tensor joined(const Tensor& first, const Tensor& second) {
  std::vector<double> values = first.values();
  values.insert(values.end(), second.values().begin(), second.values().end());
  return Tensor({1, 1, first.size(2) + second.size(2), features}, std::move(values));
}

int first_real(const Setting& setting) {
  return setting.side == Side::left ? setting.pads : 0;
}

// The mask turned the wrong way: whole rows of it are hidden, not columns.
Tensor on_query_axis(const Setting& setting) {
  const int count = real + setting.pads;
  Tensor allow({1, 1, count, 1});
  for (int query = 0; query < count; ++query) allow.at({0, 0, query, 0}) = is_real(setting, query);
  return allow;
}

}  // namespace

Tokens tokens_of(int count, Normals& normals) {
  const Shape shape = {1, 1, count, features};
  return {drawn(shape, normals), drawn(shape, normals), drawn(shape, normals)};
}

bool is_real(const Setting& setting, int position) {
  return position >= first_real(setting) && position < first_real(setting) + real;
}

Tensor kept(const Setting& setting) {
  Tensor keep({1, real + setting.pads});
  for (int position = 0; position < keep.size(1); ++position)
    keep.at({0, position}) = is_real(setting, position);
  return keep;
}

Problem sentence(const Tokens& words, const Tokens& padding, const Setting& setting) {
  const bool left = setting.side == Side::left;
  const Tokens& first = left ? padding : words;
  const Tokens& second = left ? words : padding;
  Problem problem =
      attention_of(joined(first.q, second.q), joined(first.k, second.k), joined(first.v, second.v));
  if (setting.order == Order::causal) problem.masks.causal = CausalMask{};
  if (setting.mask == Mask::keys) problem.masks.padding = kept(setting);
  if (setting.mask == Mask::queries) problem.masks.allow = on_query_axis(setting);
  return problem;
}

std::vector<double> real_outputs(const Problem& problem, const Setting& setting) {
  const Tensor output = output_of(problem);
  std::vector<double> all;
  for (int query = first_real(setting); query < first_real(setting) + real; ++query) {
    const std::vector<double> row = row_of(output, 0, 0, query);
    all.insert(all.end(), row.begin(), row.end());
  }
  return all;
}

double share_of_padding(const Problem& problem, const Setting& setting) {
  const Tensor weights = weights_of(problem);
  double sum = 0.0;
  for (int query = first_real(setting); query < first_real(setting) + real; ++query) {
    for (int key = 0; key < problem.key_count; ++key) {
      if (!is_real(setting, key)) sum += weights.at({0, 0, query, key});
    }
  }
  return sum / real;
}

std::vector<double> unpadded_outputs(const Tokens& words, Order order) {
  Problem alone = attention_of(words.q, words.k, words.v);
  if (order == Order::causal) alone.masks.causal = CausalMask{};
  return real_outputs(alone, {.pads = 0});
}

}  // namespace qkv::padding_lab
