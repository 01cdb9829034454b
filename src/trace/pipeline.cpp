#include "qkv/trace/pipeline.hpp"

#include <algorithm>
#include <array>
#include <cassert>
#include <iterator>

#include "qkv/trace/steps.hpp"

namespace qkv {
namespace {

constexpr std::array query_by_key = {Axis::batch, Axis::head, Axis::query, Axis::key};
constexpr std::array one_per_query = {Axis::batch, Axis::head, Axis::query};
constexpr std::array position_by_feature = {Axis::batch, Axis::position, Axis::feature};
constexpr std::array by_head = {Axis::batch, Axis::head, Axis::position, Axis::feature};

using Alternatives = std::span<const Step>;
constexpr std::array q = {Step::q};
constexpr std::array k = {Step::k};
constexpr std::array v = {Step::v};
constexpr std::array queries = {Step::q_heads, Step::q};
constexpr std::array keys = {Step::k_heads, Step::k};
constexpr std::array values = {Step::v_heads, Step::v};
constexpr std::array scores = {Step::scores};
constexpr std::array scaled = {Step::scaled};
constexpr std::array masked_or_scaled = {Step::masked, Step::scaled};
constexpr std::array numerators = {Step::exp};
constexpr std::array sums = {Step::sum};
constexpr std::array weights = {Step::weights};
constexpr std::array final_weights = {Step::dropped, Step::weights};
constexpr std::array output = {Step::output};
constexpr std::array merged_or_output = {Step::merged, Step::output};

constexpr std::array<Alternatives, 1> only_q = {q};
constexpr std::array<Alternatives, 1> only_k = {k};
constexpr std::array<Alternatives, 1> only_v = {v};
constexpr std::array<Alternatives, 2> queries_and_keys = {queries, keys};
constexpr std::array<Alternatives, 1> only_scores = {scores};
constexpr std::array<Alternatives, 1> only_scaled = {scaled};
constexpr std::array<Alternatives, 1> softmax_scores = {masked_or_scaled};
constexpr std::array<Alternatives, 1> only_numerators = {numerators};
constexpr std::array<Alternatives, 2> numerators_and_sums = {numerators, sums};
constexpr std::array<Alternatives, 1> only_weights = {weights};
constexpr std::array<Alternatives, 2> weights_and_values = {final_weights, values};
constexpr std::array<Alternatives, 1> only_output = {output};
constexpr std::array<Alternatives, 1> heads_together = {merged_or_output};

// THE table of steps. What reads nothing is made from the embeddings.
constexpr std::array rows = {
    StepRow{Step::q, "Q", position_by_feature, {}, step_q},
    StepRow{Step::k, "K", position_by_feature, {}, step_k},
    StepRow{Step::v, "V", position_by_feature, {}, step_v},
    StepRow{Step::q_heads, "Q_h", by_head, only_q, step_q_heads},
    StepRow{Step::k_heads, "K_h", by_head, only_k, step_k_heads},
    StepRow{Step::v_heads, "V_h", by_head, only_v, step_v_heads},
    StepRow{Step::scores, "S", query_by_key, queries_and_keys, step_scores},
    StepRow{Step::scaled, "S/√d_k", query_by_key, only_scores, step_scaled},
    StepRow{Step::masked, "M", query_by_key, only_scaled, step_masked},
    StepRow{Step::exp, "E", query_by_key, softmax_scores, step_exp},
    StepRow{Step::sum, "Z", one_per_query, only_numerators, step_sum},
    StepRow{Step::weights, "A", query_by_key, numerators_and_sums, step_weights},
    StepRow{Step::dropped, "A'", query_by_key, only_weights, step_dropped},
    StepRow{Step::output, "O", by_head, weights_and_values, step_output},
    StepRow{Step::merged, "O_m", position_by_feature, only_output, step_merged},
    StepRow{Step::projected, "Y", position_by_feature, heads_together, step_projected},
};
static_assert(rows.size() == step_count);

bool has_table(const Problem& problem, Step step) {
  return problem.computes(step) || given_table(problem, step) != nullptr;
}

}  // namespace

std::span<const StepRow> pipeline() {
  return rows;
}

const StepRow& step_row(Step step) {
  return rows[static_cast<std::size_t>(step)];
}

const Recipe& right_recipe() {
  static constexpr Recipe recipe = [] {
    Recipe entries{};
    for (const StepRow& row : rows) of_step(entries, row.step) = row.compute;
    return entries;
  }();
  return recipe;
}

std::vector<Step> steps_of(const Problem& problem) {
  std::vector<Step> steps;
  for (const Step step : all_steps) {
    if (problem.computes(step)) steps.push_back(step);
  }
  return steps;
}

std::vector<Step> given_steps(const Problem& problem) {
  std::vector<Step> steps;
  for (const Step step : all_steps) {
    if (given_table(problem, step) != nullptr) steps.push_back(step);
  }
  return steps;
}

std::vector<Step> tables_read(const Problem& problem, Step step) {
  std::vector<Step> read;
  for (const Alternatives alternatives : step_row(step).reads) {
    const auto first =
        std::ranges::find_if(alternatives, [&](Step table) { return has_table(problem, table); });
    if (first != alternatives.end()) read.push_back(*first);
  }
  return read;
}

std::vector<Step> steps_to_calculate(const Problem& problem) {
  PerStep<bool> needed{};
  for (const Step step : problem.asked) of_step(needed, step) = true;
  const std::vector<Step> steps = steps_of(problem);
  for (auto step = steps.rbegin(); step != steps.rend(); ++step) {
    if (!of_step(needed, *step)) continue;
    for (const Step read : tables_read(problem, *step)) {
      if (problem.computes(read) && !problem.is_given(read)) of_step(needed, read) = true;
    }
  }
  std::vector<Step> result;
  std::ranges::copy_if(steps, std::back_inserter(result), [&](Step step) { return of_step(needed, step); });
  return result;
}

std::vector<Axis> axes_of(const Problem& problem, Step step) {
  const Tensor* given = given_table(problem, step);
  if (given != nullptr && given->rank() == 4 && step != Step::scores) return {by_head.begin(), by_head.end()};
  const auto axes = step_row(step).axes;
  return {axes.begin(), axes.end()};
}

Shape shape_of(const Problem& problem, Step step) {
  if (const Tensor* given = given_table(problem, step)) return given->shape();
  const int b = problem.batch;
  const int h = problem.heads;
  const int kv = problem.kv_heads;
  const int t_q = problem.query_count;
  const int t_k = problem.key_count;
  switch (step) {
    case Step::q:
      return {b, t_q, h * problem.d_k};
    case Step::k:
      return {b, t_k, kv * problem.d_k};
    case Step::v:
      return {b, t_k, kv * problem.d_v};
    case Step::q_heads:
      return {b, h, t_q, problem.d_k};
    case Step::k_heads:
      return {b, kv, t_k, problem.d_k};
    case Step::v_heads:
      return {b, kv, t_k, problem.d_v};
    case Step::scores:
    case Step::scaled:
    case Step::masked:
    case Step::exp:
    case Step::weights:
    case Step::dropped:
      return {b, h, t_q, t_k};
    case Step::sum:
      return {b, h, t_q};
    case Step::output:
      return {b, h, t_q, problem.d_v};
    case Step::merged:
      return {b, t_q, h * problem.d_v};
    case Step::projected:
      return {b, t_q, problem.w_o ? problem.w_o->w.size(1) : 0};
  }
  return {};
}

const Tensor* given_table(const Problem& problem, Step step) {
  const auto pointer = [](const std::optional<Tensor>& table) { return table ? &*table : nullptr; };
  if (step == Step::q) return pointer(problem.q);
  if (step == Step::k) return pointer(problem.k);
  if (step == Step::v) return pointer(problem.v);
  if (step == Step::scores) return pointer(problem.given_scores);
  return nullptr;
}

const Tensor& table_of(const Problem& problem, const Trace& trace, Step step) {
  if (const Tensor* given = given_table(problem, step)) return *given;
  return trace.at(step);
}

}  // namespace qkv
