// The tables of an attention calculation, by name.
#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <string_view>

namespace qkv {

// In the order of the calculation. The names are part of every file format and are never translated. B batch,
// H heads, H_kv key/value heads, T_q queries, T_k keys, d_k and d_v features of one head, C channels.
enum class Step {
  q,          // queries, all heads side by side: X W_Q + b_Q        [B, T_q, H·d_k]
  k,          // keys                                                [B, T_k, H_kv·d_k]
  v,          // values                                              [B, T_k, H_kv·d_v]
  q_heads,    // the split: feature h·d + i of a row goes to head h  [B, H, T_q, d_k]
  k_heads,    //                                                     [B, H_kv, T_k, d_k]
  v_heads,    //                                                     [B, H_kv, T_k, d_v]
  scores,     // S = Q Kᵀ                                            [B, H, T_q, T_k]
  scaled,     // S / √d_k                                            [B, H, T_q, T_k]
  masked,     // plus bias, −∞ where a mask forbids looking          [B, H, T_q, T_k]
  exp,        // the numerators of the softmax                       [B, H, T_q, T_k]
  sum,        // their sums, one per query                           [B, H, T_q]
  weights,    // exp / sum                                           [B, H, T_q, T_k]
  dropped,    // weights after dropout                               [B, H, T_q, T_k]
  output,     // weights · V                                         [B, H, T_q, d_v]
  merged,     // the heads side by side again                        [B, T_q, H·d_v]
  projected,  // merged · W_O + b_O                                  [B, T_q, C]
};

inline constexpr std::size_t step_count = 16;
inline constexpr std::array<Step, step_count> all_steps = {
    Step::q,       Step::k,      Step::v,      Step::q_heads,  Step::k_heads, Step::v_heads,
    Step::scores,  Step::scaled, Step::masked, Step::exp,      Step::sum,     Step::weights,
    Step::dropped, Step::output, Step::merged, Step::projected};

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
