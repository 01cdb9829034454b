// A padded sentence of the experiment `padding`: real tokens with padding on one side of them.
#pragma once

#include <vector>

#include "attention.hpp"

namespace qkv::padding_lab {

constexpr int real = 4;      // tokens of the sentence
constexpr int features = 4;  // of q, k and v
constexpr int usual_pads = 2;

enum class Side { right, left };
enum class Mask { none, keys, queries };  // which axis of the scores the padding is hidden on
enum class Order { free, causal };

struct Setting {
  int pads = usual_pads;
  Side side = Side::right;
  Mask mask = Mask::keys;
  Order order = Order::free;
};

struct Tokens {
  Tensor q, k, v;  // [1, 1, T, features]
};

Tokens tokens_of(int count, Normals& normals);

bool is_real(const Setting& setting, int position);
// 1 real, 0 padding, for each position. [1, T]
Tensor kept(const Setting& setting);

Problem sentence(const Tokens& words, const Tokens& padding, const Setting& setting);

// The outputs of the real tokens, one after the other; those of the same sentence without padding.
std::vector<double> real_outputs(const Problem& problem, const Setting& setting);
std::vector<double> unpadded_outputs(const Tokens& words, Order order);

// What the real tokens give to padding, on average.
double share_of_padding(const Problem& problem, const Setting& setting);

}  // namespace qkv::padding_lab
