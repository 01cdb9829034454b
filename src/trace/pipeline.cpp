#include "qkv/trace/pipeline.hpp"

#include <algorithm>
#include <array>
#include <cassert>

#include "qkv/trace/steps.hpp"

namespace qkv {
namespace {

constexpr std::array query_by_key = {Axis::batch, Axis::head, Axis::query, Axis::key};
constexpr std::array one_per_query = {Axis::batch, Axis::head, Axis::query};
constexpr std::array position_by_feature = {Axis::batch, Axis::head, Axis::position, Axis::feature};

using Alternatives = std::span<const Step>;
constexpr std::array q = {Step::q};
constexpr std::array k = {Step::k};
constexpr std::array v = {Step::v};
constexpr std::array scores = {Step::scores};
constexpr std::array scaled = {Step::scaled};
constexpr std::array masked_or_scaled = {Step::masked, Step::scaled};
constexpr std::array numerators = {Step::exp};
constexpr std::array sums = {Step::sum};
constexpr std::array weights = {Step::weights};

constexpr std::array<Alternatives, 2> q_and_k = {q, k};
constexpr std::array<Alternatives, 1> only_scores = {scores};
constexpr std::array<Alternatives, 1> only_scaled = {scaled};
constexpr std::array<Alternatives, 1> softmax_scores = {masked_or_scaled};
constexpr std::array<Alternatives, 1> only_numerators = {numerators};
constexpr std::array<Alternatives, 2> numerators_and_sums = {numerators, sums};
constexpr std::array<Alternatives, 2> weights_and_v = {weights, v};

bool always(const Problem&) {
  return true;
}
bool with_mask(const Problem& problem) {
  return problem.masks.any();
}

// THE table of steps.
constexpr std::array rows = {
    StepRow{Step::scores, "S", always, query_by_key, q_and_k, step_scores},
    StepRow{Step::scaled, "S/√d_k", always, query_by_key, only_scores, step_scaled},
    StepRow{Step::masked, "M", with_mask, query_by_key, only_scaled, step_masked},
    StepRow{Step::exp, "E", always, query_by_key, softmax_scores, step_exp},
    StepRow{Step::sum, "Z", always, one_per_query, only_numerators, step_sum},
    StepRow{Step::weights, "A", always, query_by_key, numerators_and_sums, step_weights},
    StepRow{Step::output, "O", always, position_by_feature, weights_and_v, step_output},
};

}  // namespace

std::span<const StepRow> pipeline() {
  return rows;
}

const StepRow& step_row(Step step) {
  const auto found = std::ranges::find(rows, step, &StepRow::step);
  assert(found != rows.end());
  return *found;
}

std::vector<Step> steps_of(const Problem& problem) {
  std::vector<Step> steps;
  for (const StepRow& row : rows) {
    if (row.present(problem)) steps.push_back(row.step);
  }
  return steps;
}

std::vector<Step> tables_read(const Problem& problem, Step step) {
  const std::vector<Step> computed = steps_of(problem);
  const auto is_there = [&](Step table) {
    const bool is_input = std::ranges::find(rows, table, &StepRow::step) == rows.end();
    return is_input || std::ranges::find(computed, table) != computed.end();
  };
  std::vector<Step> read;
  for (const Alternatives alternatives : step_row(step).reads) {
    const auto first = std::ranges::find_if(alternatives, is_there);
    if (first != alternatives.end()) read.push_back(*first);
  }
  return read;
}

const Recipe& right_recipe() {
  static constexpr Recipe recipe = [] {
    Recipe entries{};
    for (const StepRow& row : rows) of_step(entries, row.step) = row.compute;
    return entries;
  }();
  return recipe;
}

const Tensor& table_of(const Problem& problem, const Trace& trace, Step step) {
  if (const Tensor* table = trace.find(step)) return *table;
  switch (step) {
    case Step::q:
      return problem.q;
    case Step::k:
      return problem.k;
    case Step::v:
      return problem.v;
    case Step::scores:
    case Step::scaled:
    case Step::masked:
    case Step::exp:
    case Step::sum:
    case Step::weights:
    case Step::output:
      break;
  }
  assert(false);  // a step that this problem does not have
  return problem.q;
}

}  // namespace qkv
