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
Problem assemble(const RawProblem& raw, const InputSizes& sizes, std::string_view fallback_id) {
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
  problem.exercise = raw.exercise;
  return problem;
}

// Just enough of a problem, even of one with faults, to say which steps it has. A key that the reader could
// not use counts as there: nobody needs to hear that its step is missing. Nothing if too little is known.
std::optional<Problem> outline_of(const RawProblem& raw, const CheckedInputs& inputs) {
  if (!inputs.kind || inputs.sizes.heads == 0) return std::nullopt;
  const auto there = [&](const auto& part, std::string_view key) {
    return part.has_value() || was_reported(raw, key);
  };
  const Tensor some({1, 1, 1});
  Problem outline;
  outline.heads = inputs.sizes.heads;
  switch (*inputs.kind) {
    case InputKind::qkv:
      outline.q = raw.q && raw.q->value.rank() == 4 ? Tensor({1, 1, 1, 1}) : some;
      outline.v = some;
      break;
    case InputKind::embeddings:
      outline.source = Source{};
      break;
    case InputKind::scores:
      outline.given_scores = Tensor({1, 1, 1, 1});
      if (there(raw.v, "V")) outline.v = some;
      break;
  }
  if (there(raw.w_o, "W_O")) outline.w_o = Projection{};
  if (there(raw.dropout, "dropout")) outline.dropout = Dropout{};
  const RawMask mask = raw.mask ? raw.mask->value : RawMask{};
  const bool masked = (mask.causal && mask.causal->value.on) || mask.window || mask.padding || mask.allow ||
                      mask.bias || was_reported(raw, "mask");
  if (masked) outline.masks.window = 1;
  return outline;
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
  const CheckedInputs inputs = check_inputs(faults, raw);
  const std::size_t faults_before = faults.size();
  check_names(faults, raw, inputs.sizes);
  check_masks(faults, raw, inputs.sizes);
  std::optional<Problem> problem;
  if (inputs.fit && faults.size() == faults_before) problem = assemble(raw, inputs.sizes, fallback_id);
  const std::optional<Problem> outline = outline_of(raw, inputs);
  check_wanted_steps(faults, raw, outline ? &*outline : nullptr);
  if (problem) {
    check_anything_asked(faults, raw, *problem);
    check_magnitudes(faults, raw, *problem);
  }
  if (!faults.empty()) {
    sort_by_place(faults);
    return faults;
  }
  problem->decimals = decimals_of(raw);
  problem->points = points_of(raw);
  problem->follow_through = raw.follow_through;
  problem->asked = asked_steps(raw, *problem);
  problem->given = given_tables(raw);
  return *std::move(problem);
}

Problem with_decimals(Problem problem, int decimals) {
  assert(decimals >= 0 && decimals <= Limits::max_decimals);
  for (const Step step : all_steps) {
    if (!problem.is_given(step)) of_step(problem.decimals, step) = decimals;
  }
  return problem;
}

}  // namespace qkv
