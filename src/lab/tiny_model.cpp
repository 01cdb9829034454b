#include "tiny_model.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "statistics.hpp"

namespace qkv {
namespace {

std::size_t index_of(int row, int column, int columns) {
  return static_cast<std::size_t>(row) * static_cast<std::size_t>(columns) + static_cast<std::size_t>(column);
}

// out += a b: a [n, inner], b [inner, m]
void add_product(const Tensor& a, const Tensor& b, Tensor& out) {
  const int inner = b.size(0);
  const int m = b.size(1);
  const int n = static_cast<int>(a.values().size()) / inner;
  for (int i = 0; i < n; ++i) {
    double* row = &out.values()[index_of(i, 0, m)];
    for (int j = 0; j < inner; ++j) {
      const double factor = a.values()[index_of(i, j, inner)];
      const double* other = &b.values()[index_of(j, 0, m)];
      for (int l = 0; l < m; ++l) row[l] += factor * other[l];
    }
  }
}

// What reaches both factors of a product, given what reaches it: d_a += d_out bᵀ, d_b += aᵀ d_out.
void add_product_gradient(const Tensor& a, const Tensor& b, const Tensor& d_out, Tensor& d_a, Tensor& d_b) {
  const int inner = b.size(0);
  const int m = b.size(1);
  const int n = static_cast<int>(a.values().size()) / inner;
  for (int i = 0; i < n; ++i) {
    const double* row = &d_out.values()[index_of(i, 0, m)];
    for (int j = 0; j < inner; ++j) {
      const double factor = a.values()[index_of(i, j, inner)];
      const double* other = &b.values()[index_of(j, 0, m)];
      double* d_other = &d_b.values()[index_of(j, 0, m)];
      double sum = 0.0;
      for (int l = 0; l < m; ++l) {
        sum += row[l] * other[l];
        d_other[l] += factor * row[l];
      }
      d_a.values()[index_of(i, j, inner)] += sum;
    }
  }
}

// Every table on the way from tokens to probabilities.
struct Pass {
  Tensor x, q, k, v;     // [B·T, C]
  Tensor weights;        // [B, H, T, T]; 0 where hidden
  Tensor merged;         // [B·T, C]: the outputs of the heads side by side
  Tensor y;              // [B·T, C]
  Tensor probabilities;  // [B·T, V]
};

// Where the attention of one head of one sequence finds its numbers.
struct HeadPlace {
  int first_row;  // of q, k and v
  int first_column;
  int features;
  int width;
  int length;
  std::size_t first_weight;
  double scale;

  std::size_t row(int position) const { return index_of(first_row + position, first_column, width); }
  std::size_t weight(int query, int key) const { return first_weight + index_of(query, key, length); }
  int keys_of(int query, Future future) const { return future == Future::hidden ? query + 1 : length; }
};

template <typename Function>
void for_each_head(const TinyShape& shape, const TokenBatch& batch, Function function) {
  const int features = shape.width / shape.heads;
  for (int b = 0; b < batch.count; ++b) {
    for (int h = 0; h < shape.heads; ++h) {
      function(HeadPlace{.first_row = b * batch.length,
                         .first_column = h * features,
                         .features = features,
                         .width = shape.width,
                         .length = batch.length,
                         .first_weight = index_of((b * shape.heads + h) * batch.length, 0, batch.length),
                         .scale = 1.0 / std::sqrt(static_cast<double>(features))});
    }
  }
}

double dot(const double* a, const double* b, int count) {
  double sum = 0.0;
  for (int i = 0; i < count; ++i) sum += a[i] * b[i];
  return sum;
}

void add_times(double factor, const double* from, double* to, int count) {
  for (int i = 0; i < count; ++i) to[i] += factor * from[i];
}

// In place: e^(s − largest) / Σ.
void softmax_row(double* row, int count) {
  const double largest = *std::max_element(row, row + count);
  double sum = 0.0;
  for (int i = 0; i < count; ++i) sum += row[i] = std::exp(row[i] - largest);
  for (int i = 0; i < count; ++i) row[i] /= sum;
}

void attend(Pass& pass, const HeadPlace& head, Future future) {
  for (int query = 0; query < head.length; ++query) {
    const int keys = head.keys_of(query, future);
    double* weights = &pass.weights.values()[head.weight(query, 0)];
    const double* q = &pass.q.values()[head.row(query)];
    for (int key = 0; key < keys; ++key)
      weights[key] = head.scale * dot(q, &pass.k.values()[head.row(key)], head.features);
    softmax_row(weights, keys);
    double* out = &pass.merged.values()[head.row(query)];
    for (int key = 0; key < keys; ++key)
      add_times(weights[key], &pass.v.values()[head.row(key)], out, head.features);
  }
}

Tensor embedded(const TinyShape& shape, const Parameters& parameters, const TokenBatch& batch) {
  Tensor x({batch.count * batch.length, shape.width});
  for (int b = 0; b < batch.count; ++b) {
    for (int t = 0; t < batch.length; ++t) {
      for (int i = 0; i < shape.width; ++i)
        x.at({b * batch.length + t, i}) = parameters[Parameter::token].at({batch.input(b, t), i}) +
                                          parameters[Parameter::position].at({t, i});
    }
  }
  return x;
}

Pass forward(const TinyShape& shape, const Parameters& parameters, const TokenBatch& batch, Future future) {
  const int rows = batch.count * batch.length;
  Pass pass;
  pass.x = embedded(shape, parameters, batch);
  pass.q = pass.k = pass.v = pass.merged = Tensor({rows, shape.width});
  add_product(pass.x, parameters[Parameter::query], pass.q);
  add_product(pass.x, parameters[Parameter::key], pass.k);
  add_product(pass.x, parameters[Parameter::value], pass.v);
  pass.weights = Tensor({batch.count, shape.heads, batch.length, batch.length});
  for_each_head(shape, batch, [&](const HeadPlace& head) { attend(pass, head, future); });
  pass.y = pass.x;
  add_product(pass.merged, parameters[Parameter::output], pass.y);
  pass.probabilities = Tensor({rows, shape.vocabulary});
  for (int row = 0; row < rows; ++row) {
    for (int token = 0; token < shape.vocabulary; ++token)
      pass.probabilities.at({row, token}) = parameters[Parameter::bias].at({token});
  }
  add_product(pass.y, parameters[Parameter::unembedding], pass.probabilities);
  for (int row = 0; row < rows; ++row)
    softmax_row(&pass.probabilities.values()[index_of(row, 0, shape.vocabulary)], shape.vocabulary);
  return pass;
}

// A probability may be so small that it is 0; its logarithm then counts as that of the smallest number.
double loss_of(double probability) {
  return -std::log(std::max(probability, std::numeric_limits<double>::min()));
}

// What reaches q, k and v of one head from what reaches its output.
void attend_back(const Pass& pass, const Tensor& d_merged, const HeadPlace& head, Future future, Tensor& d_q,
                 Tensor& d_k, Tensor& d_v) {
  std::vector<double> d_weights(static_cast<std::size_t>(head.length));
  for (int query = 0; query < head.length; ++query) {
    const int keys = head.keys_of(query, future);
    const double* weights = &pass.weights.values()[head.weight(query, 0)];
    const double* d_out = &d_merged.values()[head.row(query)];
    double mean = 0.0;  // Σ a · da
    for (int key = 0; key < keys; ++key) {
      double& d_weight = d_weights[static_cast<std::size_t>(key)];
      d_weight = dot(d_out, &pass.v.values()[head.row(key)], head.features);
      mean += weights[key] * d_weight;
      add_times(weights[key], d_out, &d_v.values()[head.row(key)], head.features);
    }
    for (int key = 0; key < keys; ++key) {
      const double d_score = weights[key] * (d_weights[static_cast<std::size_t>(key)] - mean) * head.scale;
      add_times(d_score, &pass.k.values()[head.row(key)], &d_q.values()[head.row(query)], head.features);
      add_times(d_score, &pass.q.values()[head.row(query)], &d_k.values()[head.row(key)], head.features);
    }
  }
}

void embed_back(const TokenBatch& batch, const Tensor& d_x, Parameters& gradient) {
  const int width = d_x.size(1);
  for (int b = 0; b < batch.count; ++b) {
    for (int t = 0; t < batch.length; ++t) {
      const double* row = &d_x.values()[index_of(b * batch.length + t, 0, width)];
      add_times(1.0, row, &gradient[Parameter::token].values()[index_of(batch.input(b, t), 0, width)], width);
      add_times(1.0, row, &gradient[Parameter::position].values()[index_of(t, 0, width)], width);
    }
  }
}

// p − 1 for the right token, p for the others, each row its share of the mean.
Tensor logit_gradient(const Pass& pass, const TokenBatch& batch) {
  Tensor d_logits = pass.probabilities;
  for (int b = 0; b < batch.count; ++b) {
    for (int t = 0; t < batch.length; ++t) d_logits.at({b * batch.length + t, batch.next(b, t)}) -= 1.0;
  }
  for (double& value : d_logits.values()) value /= batch.count * batch.length;
  return d_logits;
}

void backward(const TinyShape& shape, const Parameters& parameters, const TokenBatch& batch, Future future,
              const Pass& pass, Parameters& gradient) {
  const Tensor d_logits = logit_gradient(pass, batch);
  for (int row = 0; row < d_logits.size(0); ++row) {
    for (int token = 0; token < shape.vocabulary; ++token)
      gradient[Parameter::bias].at({token}) += d_logits.at({row, token});
  }
  const Tensor none({batch.count * batch.length, shape.width});
  Tensor d_y = none;
  add_product_gradient(pass.y, parameters[Parameter::unembedding], d_logits, d_y,
                       gradient[Parameter::unembedding]);
  Tensor d_x = d_y;
  Tensor d_merged = none;
  add_product_gradient(pass.merged, parameters[Parameter::output], d_y, d_merged,
                       gradient[Parameter::output]);
  Tensor d_q = none;
  Tensor d_k = none;
  Tensor d_v = none;
  for_each_head(shape, batch,
                [&](const HeadPlace& head) { attend_back(pass, d_merged, head, future, d_q, d_k, d_v); });
  add_product_gradient(pass.x, parameters[Parameter::query], d_q, d_x, gradient[Parameter::query]);
  add_product_gradient(pass.x, parameters[Parameter::key], d_k, d_x, gradient[Parameter::key]);
  add_product_gradient(pass.x, parameters[Parameter::value], d_v, d_x, gradient[Parameter::value]);
  embed_back(batch, d_x, gradient);
}

}  // namespace

std::string_view parameter_symbol(Parameter parameter) {
  switch (parameter) {
    case Parameter::token:
      return "E";
    case Parameter::position:
      return "P";
    case Parameter::query:
      return "W_q";
    case Parameter::key:
      return "W_k";
    case Parameter::value:
      return "W_v";
    case Parameter::output:
      return "W_o";
    case Parameter::unembedding:
      return "W_u";
    case Parameter::bias:
      return "b";
  }
  return {};
}

Parameters zeros(const TinyShape& shape) {
  Parameters parameters;
  parameters[Parameter::token] = Tensor({shape.vocabulary, shape.width});
  parameters[Parameter::position] = Tensor({shape.length, shape.width});
  for (const Parameter matrix : {Parameter::query, Parameter::key, Parameter::value, Parameter::output})
    parameters[matrix] = Tensor({shape.width, shape.width});
  parameters[Parameter::unembedding] = Tensor({shape.width, shape.vocabulary});
  parameters[Parameter::bias] = Tensor({shape.vocabulary});
  return parameters;
}

Parameters drawn_parameters(const TinyShape& shape, std::uint64_t seed) {
  Parameters parameters = zeros(shape);
  Normals normals(seed, "tiny-model");
  for (const Parameter parameter : all_parameters) {
    if (parameter == Parameter::bias) continue;
    const bool is_embedding = parameter == Parameter::token || parameter == Parameter::position;
    const double size = is_embedding ? 0.7 : 0.7 / std::sqrt(static_cast<double>(shape.width));
    for (double& value : parameters[parameter].values()) value = size * normals.next();
  }
  return parameters;
}

TokenBatch uniform_tokens(const TinyShape& shape, int count, Draws& draws) {
  TokenBatch batch{.count = count, .length = shape.length, .tokens = {}};
  for (int i = 0; i < count * (shape.length + 1); ++i)
    batch.tokens.push_back(draws.between(0, shape.vocabulary - 1));
  return batch;
}

TokenBatch prefix_of(const TokenBatch& batch, int length) {
  TokenBatch prefix{.count = batch.count, .length = length, .tokens = {}};
  for (int b = 0; b < batch.count; ++b) {
    prefix.tokens.push_back(batch.input(b, 0));
    for (int t = 0; t < length; ++t) prefix.tokens.push_back(batch.next(b, t));
  }
  return prefix;
}

Telling tell(const TinyShape& shape, const Parameters& parameters, const TokenBatch& batch, Future future) {
  const Pass pass = forward(shape, parameters, batch, future);
  Telling telling{.losses = Tensor({batch.count, batch.length}),
                  .hits = Tensor({batch.count, batch.length}),
                  .mean = 0.0,
                  .weights = pass.weights};
  for (int b = 0; b < batch.count; ++b) {
    for (int t = 0; t < batch.length; ++t) {
      const double* row = &pass.probabilities.values()[index_of(b * batch.length + t, 0, shape.vocabulary)];
      const double* right = row + batch.next(b, t);
      telling.losses.at({b, t}) = loss_of(*right);
      telling.hits.at({b, t}) = right == std::max_element(row, row + shape.vocabulary) ? 1.0 : 0.0;
    }
  }
  telling.mean = sum_of(telling.losses.values()) / static_cast<double>(telling.losses.values().size());
  return telling;
}

Slope slope(const TinyShape& shape, const Parameters& parameters, const TokenBatch& batch, Future future) {
  const Pass pass = forward(shape, parameters, batch, future);
  Slope result{.loss = 0.0, .gradient = zeros(shape)};
  for (int b = 0; b < batch.count; ++b) {
    for (int t = 0; t < batch.length; ++t)
      result.loss += loss_of(pass.probabilities.at({b * batch.length + t, batch.next(b, t)}));
  }
  result.loss /= batch.count * batch.length;
  backward(shape, parameters, batch, future, pass, result.gradient);
  return result;
}

void Adam::step(Parameters& parameters, const Parameters& gradient) {
  constexpr double keep_mean = 0.9;
  constexpr double keep_square = 0.999;
  ++steps_;
  const double mean_share = 1.0 - std::pow(keep_mean, steps_);
  const double square_share = 1.0 - std::pow(keep_square, steps_);
  for (const Parameter parameter : all_parameters) {
    for (std::size_t i = 0; i < parameters[parameter].values().size(); ++i) {
      const double slope_here = gradient[parameter].values()[i];
      double& mean = mean_[parameter].values()[i];
      double& square = square_[parameter].values()[i];
      mean = keep_mean * mean + (1.0 - keep_mean) * slope_here;
      square = keep_square * square + (1.0 - keep_square) * slope_here * slope_here;
      parameters[parameter].values()[i] -=
          rate_ * (mean / mean_share) / (std::sqrt(square / square_share) + 1e-8);
    }
  }
}

}  // namespace qkv
