#include "qkv/model/validate.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <utility>

#include <climits>

#include "checks.hpp"
#include "steps_wanted.hpp"

namespace qkv {
namespace {

Scale scale_of(const RawProblem& raw, int d_k) {
  const RawScale scale = raw.scale ? raw.scale->value : RawScale{};
  switch (scale.kind) {
    case RawScale::Kind::sqrt_dk:
      return {Scale::Kind::sqrt_dk, std::sqrt(static_cast<double>(d_k)), {}};
    case RawScale::Kind::none:
      return {Scale::Kind::none, 1.0, {}};
    case RawScale::Kind::number:
      return {Scale::Kind::number, scale.divisor, scale.written};
  }
  return {};
}

// From parts that fit together; all but the wanted steps.
Problem assemble(const RawProblem& raw, const Sizes& sizes, std::string_view fallback_id) {
  Problem problem;
  problem.id = raw.id ? raw.id->value : std::string(fallback_id);
  if (raw.title) problem.title = raw.title->value;
  if (raw.note) problem.note = raw.note->value;
  take_inputs(problem, raw, sizes);
  name_positions(problem, raw);
  problem.scale = scale_of(raw, sizes.d_k);
  problem.masks = masks_of(raw, sizes);
  if (raw.softmax) problem.softmax = raw.softmax->value;
  problem.dropout = dropout_of(raw);
  return problem;
}

void sort_by_place(FaultList& faults) {
  // What has no place comes last.
  const auto key = [](const Diagnostic& fault) {
    return std::pair(fault.place.line == 0 ? INT_MAX : fault.place.line, fault.place.column);
  };
  std::ranges::stable_sort(faults, {}, key);
}

}  // namespace

void add_fault(FaultList& faults, const Place& place, std::string code, std::vector<Argument> arguments) {
  faults.push_back({std::move(code), place, std::move(arguments), {}});
}

bool was_reported(const RawProblem& raw, std::string_view key) {
  return std::ranges::find(raw.reported, key) != raw.reported.end();
}

Result<Problem> validate(const RawProblem& raw, std::string_view fallback_id,
                         std::vector<Diagnostic> earlier) {
  FaultList faults = std::move(earlier);
  const std::optional<Sizes> sizes = check_inputs(faults, raw);
  std::optional<Problem> problem;
  if (sizes) {
    const std::size_t faults_before = faults.size();
    check_names(faults, raw, *sizes);
    check_masks(faults, raw, *sizes);
    if (faults.size() == faults_before) problem = assemble(raw, *sizes, fallback_id);
  }
  // Of a mask that could not be read nobody knows what it would have been.
  const bool known = problem && !was_reported(raw, "mask") && !was_reported(raw, "dropout");
  check_wanted_steps(faults, raw, known ? &*problem : nullptr);
  if (problem) check_magnitudes(faults, raw, *problem);
  if (!faults.empty()) {
    sort_by_place(faults);
    return faults;
  }
  problem->decimals = decimals_of(raw);
  problem->points = points_of(raw);
  problem->follow_through = raw.follow_through;
  problem->asked = asked_steps(raw, *problem);
  return *std::move(problem);
}

Problem with_decimals(Problem problem, int decimals) {
  assert(decimals >= 0 && decimals <= Limits::max_decimals);
  problem.decimals.fill(decimals);
  return problem;
}

}  // namespace qkv
