#include "steps_wanted.hpp"

#include <algorithm>
#include <array>
#include <set>
#include <string>
#include <utility>

#include "qkv/base/suggest.hpp"

namespace qkv {
namespace {

constexpr int default_decimals = 2;

// Tables of the format that this version does not calculate.
constexpr std::array<std::string_view, 6> later_steps = {"Q_heads", "K_heads", "V_heads",
                                                         "dropped", "merged",  "projected"};

bool is_input(Step step) {
  return step == Step::q || step == Step::k || step == Step::v;
}

std::string nearest_step(std::string_view name) {
  std::vector<std::string_view> names;
  for (Step step : all_steps) {
    if (!is_input(step)) names.push_back(step_name(step));
  }
  return nearest(name, std::span<const std::string_view>(names));
}

// Whether this problem computes a table of that name; if not, says why.
void check_step(std::vector<Diagnostic>& faults, const Located<std::string>& name, bool may_be_masked) {
  const std::vector<Argument> arguments = {argument("name", name.value)};
  const std::optional<Step> step = step_from_name(name.value);
  if (!step) {
    if (std::ranges::find(later_steps, name.value) != later_steps.end()) {
      faults.push_back({"later.step", name.place, arguments, {}});
    } else {
      faults.push_back({"step.unknown", name.place, arguments, nearest_step(name.value)});
    }
  } else if (is_input(*step)) {
    faults.push_back({"step.given", name.place, arguments, {}});
  } else if (*step == Step::masked && !may_be_masked) {
    faults.push_back({"step.no-mask", name.place, arguments, {}});
  }
}

void check_ask(std::vector<Diagnostic>& faults, const RawProblem& raw, bool may_be_masked) {
  if (!raw.ask) return;
  if (raw.ask->value.empty()) faults.push_back({"ask.empty", raw.ask->place, {}, {}});
  std::set<std::string> seen;
  for (const Located<std::string>& name : raw.ask->value) {
    if (!seen.insert(name.value).second) {
      faults.push_back({"ask.twice", name.place, {argument("name", name.value)}, {}});
    } else {
      check_step(faults, name, may_be_masked);
    }
  }
}

}  // namespace

void check_wanted_steps(std::vector<Diagnostic>& faults, const RawProblem& raw, const Masks& masks,
                        MaskKnown known) {
  const bool may_be_masked = masks.any() || known == MaskKnown::no;
  check_ask(faults, raw, may_be_masked);
  for (const RawDecimals& decimals : raw.decimals) {
    if (!decimals.step.value.empty()) check_step(faults, decimals.step, may_be_masked);
    if (decimals.value.value < 0 || decimals.value.value > Limits::max_decimals) {
      faults.push_back({"decimals.range",
                        decimals.value.place,
                        {argument("found", decimals.value.value), argument("limit", Limits::max_decimals)},
                        {}});
    }
  }
}

PerStep<int> decimals_of(const RawProblem& raw) {
  PerStep<int> decimals;
  decimals.fill(default_decimals);
  for (const RawDecimals& wanted : raw.decimals) {
    const auto value = static_cast<int>(wanted.value.value);
    if (wanted.step.value.empty()) {
      decimals.fill(value);
    } else {
      of_step(decimals, *step_from_name(wanted.step.value)) = value;
    }
  }
  return decimals;
}

std::vector<Step> asked_steps(const RawProblem& raw, Scale::Kind scale, const Masks& masks) {
  std::vector<Step> asked;
  if (raw.ask) {
    for (const Located<std::string>& name : raw.ask->value) asked.push_back(*step_from_name(name.value));
    std::ranges::sort(asked);
    return asked;
  }
  asked.push_back(Step::scores);
  if (scale != Scale::Kind::none) asked.push_back(Step::scaled);
  if (masks.any()) asked.push_back(Step::masked);
  asked.push_back(Step::weights);
  asked.push_back(Step::output);
  return asked;
}

}  // namespace qkv
