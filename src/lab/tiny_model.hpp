// A language model of one attention layer, small enough to train within seconds in plain loops: the token at
// each position is to tell the next one.
//
//   x = E[token] + P[position]                    [B, T, C]
//   q, k, v = x W_q, x W_k, x W_v                 [B, T, C], head h has features h·C/H … (h+1)·C/H − 1
//   a = softmax(q kᵀ/√(C/H))                      [B, H, T, T], the future hidden or not
//   y = x + (a v) W_o                             [B, T, C]
//   loss = mean of −ln softmax(y W_u + b)[next]   [B, T, V]
#pragma once

#include <array>
#include <cstdint>
#include <string_view>
#include <vector>

#include "qkv/base/draws.hpp"
#include "qkv/base/tensor.hpp"

namespace qkv {

struct TinyShape {
  int vocabulary = 0;  // V
  int length = 0;      // T, the most positions
  int width = 0;       // C
  int heads = 1;       // H divides C
};

enum class Parameter { token, position, query, key, value, output, unembedding, bias };
inline constexpr std::array all_parameters = {Parameter::token,       Parameter::position, Parameter::query,
                                              Parameter::key,         Parameter::value,    Parameter::output,
                                              Parameter::unembedding, Parameter::bias};
std::string_view parameter_symbol(Parameter parameter);  // "W_q"

// The numbers of a model, and whatever has as many: a gradient, a mean of gradients.
struct Parameters {
  std::array<Tensor, all_parameters.size()> tables;

  Tensor& operator[](Parameter parameter) { return tables[static_cast<std::size_t>(parameter)]; }
  const Tensor& operator[](Parameter parameter) const { return tables[static_cast<std::size_t>(parameter)]; }
};
Parameters zeros(const TinyShape& shape);
Parameters drawn_parameters(const TinyShape& shape, std::uint64_t seed);

// Sequences of tokens, each of `length` + 1: all but the last go in, all but the first are to be told.
struct TokenBatch {
  int count = 0;   // B
  int length = 0;  // T, at most that of the model
  std::vector<int> tokens;

  int input(int sequence, int position) const { return tokens[at(sequence, position)]; }
  int next(int sequence, int position) const { return tokens[at(sequence, position + 1)]; }

 private:
  std::size_t at(int sequence, int position) const {
    return static_cast<std::size_t>(sequence) * static_cast<std::size_t>(length + 1) +
           static_cast<std::size_t>(position);
  }
};
// Every token of every sequence uniform and independent of all others.
TokenBatch uniform_tokens(const TinyShape& shape, int count, Draws& draws);
// The first positions of each sequence, and the token that follows.
TokenBatch prefix_of(const TokenBatch& batch, int length);

enum class Future { hidden, visible };

// How well a model tells the next token.
struct Telling {
  Tensor losses;    // −ln p of the right one, [B, T]
  Tensor hits;      // 1 where the right one has the largest probability, [B, T]
  double mean = 0;  // of the losses
  Tensor weights;   // whom it looks at, [B, H, T, T]
};
Telling tell(const TinyShape& shape, const Parameters& parameters, const TokenBatch& batch, Future future);

struct Slope {
  double loss = 0.0;
  Parameters gradient;
};
Slope slope(const TinyShape& shape, const Parameters& parameters, const TokenBatch& batch, Future future);

// Adam (Kingma and Ba 2015) with its usual constants.
class Adam {
 public:
  Adam(const TinyShape& shape, double rate) : mean_(zeros(shape)), square_(zeros(shape)), rate_(rate) {}
  void step(Parameters& parameters, const Parameters& gradient);

 private:
  Parameters mean_;
  Parameters square_;
  double rate_;
  int steps_ = 0;
};

}  // namespace qkv
