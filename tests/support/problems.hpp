// Problems for tests, made through the same door as everybody else's.
#pragma once

#include <optional>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "qkv/model/validate.hpp"
#include "support/catch.hpp"

namespace qkv::test {

// Draws that are the same on every platform.
class Random {
 public:
  explicit Random(std::uint64_t seed) : engine_(seed) {}
  int between(int low, int high) {
    return low + static_cast<int>(engine_() % static_cast<std::uint64_t>(high - low + 1));
  }
  double unit() { return static_cast<double>(engine_() >> 11) * 0x1.0p-53; }
  bool chance(int percent) { return between(1, 100) <= percent; }
  // Numbers with one decimal, as in an exercise.
  Tensor tenths(const Shape& shape, int low = -30, int high = 30) {
    Tensor tensor(shape);
    for (double& value : tensor.values()) value = between(low, high) / 10.0;
    return tensor;
  }
  Tensor matrix(int rows, int columns, int low = -3, int high = 3) {
    Tensor tensor({rows, columns});
    for (double& value : tensor.values()) value = between(low, high);
    return tensor;
  }

 private:
  std::mt19937_64 engine_;
};

inline Tensor matrix(const std::vector<std::vector<double>>& rows) {
  std::vector<double> values;
  for (const auto& row : rows) values.insert(values.end(), row.begin(), row.end());
  return Tensor({static_cast<int>(rows.size()), static_cast<int>(rows.front().size())}, std::move(values));
}

inline Located<Tensor> located(Tensor tensor) {
  return {std::move(tensor), {}};
}

inline Located<RawNames> located_names(std::vector<std::string> names) {
  return {RawNames{{std::move(names)}, false}, {}};
}

inline RawProblem raw_problem(Tensor q, Tensor k, Tensor v) {
  RawProblem raw;
  raw.q = located(std::move(q));
  raw.k = located(std::move(k));
  raw.v = located(std::move(v));
  return raw;
}

// The mask of a problem, made where there is none.
inline RawMask& mask_of(RawProblem& raw) {
  if (!raw.mask) raw.mask = Located<RawMask>{};
  return raw.mask->value;
}

inline void set_causal(RawProblem& raw, std::optional<int> offset = std::nullopt) {
  RawCausal causal;
  if (offset) causal.offset = Located<long long>{*offset, {}};
  mask_of(raw).causal = Located<RawCausal>{causal, {}};
}

inline void set_decimals(RawProblem& raw, int decimals) {
  raw.decimals = {{Located<std::string>{"", {}}, Located<long long>{decimals, {}}}};
}

inline Problem valid(const RawProblem& raw) {
  auto problem = validate(raw, "test", {});
  if (!problem) FAIL("not valid: " << problem.faults().front().code);
  return problem.value();
}

// 合同 / 违约金 / 过高: three keys and values that most tests share.
inline Tensor contract_k() {
  return matrix({{1, 0}, {1, 1}, {0, 1}});
}
inline Tensor contract_v() {
  return matrix({{1, 0}, {0, 2}, {1, 1}});
}
inline Problem contract() {
  return valid(raw_problem(matrix({{1, 1}}), contract_k(), contract_v()));
}
inline Problem contract_full() {
  return valid(raw_problem(matrix({{1, 0}, {0, 1}, {1, 1}}), contract_k(), contract_v()));
}
inline Problem causal_3() {
  RawProblem raw = raw_problem(matrix({{1, 0}, {0, 1}, {1, 1}}), contract_k(), contract_v());
  set_causal(raw);
  return valid(raw);
}

inline RawProblem random_raw(Random& random, int tokens, int d_k, int d_v) {
  return raw_problem(random.matrix(tokens, d_k), random.matrix(tokens, d_k), random.matrix(tokens, d_v));
}

}  // namespace qkv::test
