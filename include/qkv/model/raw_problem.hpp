// A problem file as it was written: every key with its place, nothing checked beyond its own form.
//
// What a reader hands to validate(). A key that was absent, or whose value was unusable (already reported by
// the reader), is empty; `reported` tells the two apart.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "qkv/base/result.hpp"
#include "qkv/base/tensor.hpp"
#include "qkv/model/problem.hpp"
#include "qkv/text/catalogue.hpp"

namespace qkv {

template <typename T>
struct Located {
  T value;
  Place place;
};

struct RawCausal {
  bool on = true;
  std::optional<Located<long long>> offset;
};

// The query padding may be switched off in words.
struct RawQueryPadding {
  bool none = false;
  Tensor keep;  // 1 or 0
};

struct RawMask {
  std::optional<Located<RawCausal>> causal;
  std::optional<Located<long long>> window;
  std::optional<Located<Tensor>> padding;  // 1 or 0
  std::optional<Located<RawQueryPadding>> query_padding;
  std::optional<Located<Tensor>> allow;  // 1 or 0
  std::optional<Located<Tensor>> bias;
};

struct RawDropout {
  double p = 0.0;
  Located<Tensor> keep;
};

// A list of names for every batch member, or one list each.
struct RawNames {
  std::vector<std::vector<std::string>> lists;
  bool per_batch_member = false;
};

struct RawScale {
  enum class Kind { sqrt_dk, none, number };
  Kind kind = Kind::sqrt_dk;
  double divisor = 1.0;  // only for number
  std::string written;   // as in the file: "sqrt(8)"
};

// A whole number for a step.
struct RawPerStep {
  Located<std::string> step;  // empty: all steps
  Located<long long> value;
};

struct RawProblem {
  Place place;  // of the whole object
  // Top-level keys about which the reader has reported something: nobody needs to hear that they are missing.
  std::vector<std::string> reported;
  std::optional<Located<std::string>> id;
  std::optional<Located<LocalizedText>> title, note;
  std::optional<Located<RawNames>> tokens, queries;
  // Each of the rank that was written.
  std::optional<Located<Tensor>> q, k, v;
  std::optional<Located<Tensor>> x, x_kv;
  std::optional<Located<Tensor>> w_q, w_k, w_v, b_q, b_k, b_v;
  std::optional<Located<Tensor>> w_qkv, b_qkv;
  std::optional<Located<Tensor>> w_o, b_o;
  std::optional<Located<Tensor>> scores;
  std::optional<Located<long long>> heads, kv_heads, d_k;
  std::optional<Located<RawScale>> scale;
  std::optional<Located<RawMask>> mask;
  std::optional<Located<Softmax>> softmax;
  std::optional<Located<RawDropout>> dropout;
  std::vector<RawPerStep> decimals;
  std::vector<RawPerStep> points;
  bool follow_through = true;
  std::optional<Located<std::vector<Located<std::string>>>> ask, given;
  std::optional<Exercise> exercise;
};

}  // namespace qkv
