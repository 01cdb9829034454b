#include "qkv/model/step.hpp"

#include <algorithm>

namespace qkv {
namespace {

constexpr PerStep<std::string_view> names = {"Q",       "K",      "V",      "Q_heads",  "K_heads", "V_heads",
                                             "scores",  "scaled", "masked", "exp",      "sum",     "weights",
                                             "dropped", "output", "merged", "projected"};

}  // namespace

std::string_view step_name(Step step) {
  return of_step(names, step);
}

std::optional<Step> step_from_name(std::string_view name) {
  const auto found = std::ranges::find(names, name);
  if (found == names.end()) return std::nullopt;
  return all_steps[static_cast<std::size_t>(found - names.begin())];
}

}  // namespace qkv
