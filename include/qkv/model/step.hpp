// The tables of an attention calculation, by name.
#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <string_view>

namespace qkv {

// In the order of the calculation. The names are part of every file format and are never translated.
enum class Step {
  q,        // query
  k,        // key
  v,        // value
  scores,   // S = Q Kᵀ
  scaled,   // S / √d_k
  masked,   // the scaled scores with −∞ where the mask forbids looking
  exp,      // the numerators of the softmax
  sum,      // their sums, one per query
  weights,  // exp / sum
  output,   // weights · V
};

inline constexpr std::size_t step_count = 10;
inline constexpr std::array<Step, step_count> all_steps = {
    Step::q,      Step::k,   Step::v,   Step::scores,  Step::scaled,
    Step::masked, Step::exp, Step::sum, Step::weights, Step::output};

// "Q", "scores", "weights" …: the key in problem files, answers and reports.
std::string_view step_name(Step step);
std::optional<Step> step_from_name(std::string_view name);

// One value per step.
template <typename T>
using PerStep = std::array<T, step_count>;

template <typename T>
constexpr const T& of_step(const PerStep<T>& values, Step step) {
  return values[static_cast<std::size_t>(step)];
}
template <typename T>
constexpr T& of_step(PerStep<T>& values, Step step) {
  return values[static_cast<std::size_t>(step)];
}

}  // namespace qkv
