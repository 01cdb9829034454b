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

struct RawMask {
  std::optional<Located<RawCausal>> causal;
};

struct RawScale {
  enum class Kind { sqrt_dk, none, number };
  Kind kind = Kind::sqrt_dk;
  double divisor = 1.0;  // only for number
  std::string written;   // as in the file: "sqrt(8)"
};

struct RawDecimals {
  Located<std::string> step;  // empty: all steps
  Located<long long> value;
};

struct RawProblem {
  Place place;  // of the whole object
  // Top-level keys about which the reader has reported something: nobody needs to hear that they are missing.
  std::vector<std::string> reported;
  std::optional<Located<std::string>> id;
  std::optional<Located<LocalizedText>> title;
  std::optional<Located<std::vector<std::string>>> tokens;
  std::optional<Located<std::vector<std::string>>> queries;
  std::optional<Located<Tensor>> q, k, v;  // of the rank that was written
  std::optional<Located<RawScale>> scale;
  std::optional<Located<RawMask>> mask;
  std::vector<RawDecimals> decimals;  // one for all steps, or one per named step
  std::optional<Located<std::vector<Located<std::string>>>> ask;
};

}  // namespace qkv
