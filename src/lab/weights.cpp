// How much a token matters: the weight it gets against what changes when it is taken away.
#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <utility>

#include "attention.hpp"
#include "labs.hpp"

namespace qkv {
namespace {

using enum LabClaim::Relation;

constexpr int most_keys = 64;  // everything is calculated again without each of them
constexpr double smallest_effect = 1e-12;

double length_of(const std::vector<double>& numbers) {
  double squares = 0.0;
  for (const double number : numbers) squares += number * number;
  return std::sqrt(squares);
}

Problem without_key(Problem problem, int key) {
  if (!problem.masks.padding) problem.masks.padding = Tensor({problem.batch, problem.key_count}, 1.0);
  for (int b = 0; b < problem.batch; ++b) problem.masks.padding->at({b, key}) = 0.0;
  return problem;
}

// A problem, and itself without each of its keys.
struct Removals {
  Problem problem;
  Tensor weights, output;
  std::vector<Tensor> weights_without, output_without;
};

Removals removals_of(Problem problem) {
  Removals all{.problem = std::move(problem),
               .weights = {},
               .output = {},
               .weights_without = {},
               .output_without = {}};
  all.weights = weights_of(all.problem);
  all.output = output_of(all.problem);
  for (int key = 0; key < all.problem.key_count; ++key) {
    const Problem without = without_key(all.problem, key);
    all.weights_without.push_back(weights_of(without));
    all.output_without.push_back(output_of(without));
  }
  return all;
}

// One query of one head of one batch member.
struct RowPlace {
  int batch = 0;
  int head = 0;
  int query = 0;
};

// One key, as that query meets it.
struct Effect {
  int key = 0;
  double weight = 0.0;
  double removed = 0.0;      // how far the output moves when the key is hidden and the rest shares the 1
  double zeroed = 0.0;       // how far it moves when only its value becomes 0
  double formula_off = 0.0;  // largest difference of the removal from a/(1−a)·(o − v)
  double sum = 0.0;          // of the weights after the removal
};

Effect effect_of(const Removals& all, const RowPlace& place, int key) {
  const auto [b, h, query] = place;
  const auto index = static_cast<std::size_t>(key);
  const std::vector<double> before = row_of(all.output, b, h, query);
  const std::vector<double> after = row_of(all.output_without[index], b, h, query);
  const std::vector<double> value = row_of(*all.problem.v, b, all.problem.kv_head_of(h), key);
  Effect effect{.key = key, .weight = all.weights.at({b, h, query, key})};
  std::vector<double> change;
  std::vector<double> share;
  for (std::size_t i = 0; i < before.size(); ++i) {
    change.push_back(after[i] - before[i]);
    share.push_back(effect.weight * value[i]);
    // Both sides times 1 − a: next to a weight of 1 the quotient would only magnify rounding.
    const double formula = effect.weight * (before[i] - value[i]);
    effect.formula_off =
        std::max(effect.formula_off, std::fabs((1.0 - effect.weight) * change.back() - formula));
  }
  effect.removed = length_of(change);
  effect.zeroed = length_of(share);
  for (const double weight : row_of(all.weights_without[index], b, h, query)) effect.sum += weight;
  return effect;
}

// Every key that the query looks at and that is not the only one.
std::vector<Effect> effects_of(const Removals& all, const RowPlace& place) {
  std::vector<Effect> effects;
  if (all.problem.is_padded_query(place.batch, place.query)) return effects;
  int visible = 0;
  for (int key = 0; key < all.problem.key_count; ++key)
    visible += all.problem.may_look(place.batch, place.head, place.query, key) ? 1 : 0;
  if (visible < 2) return effects;
  for (int key = 0; key < all.problem.key_count; ++key) {
    if (all.problem.may_look(place.batch, place.head, place.query, key))
      effects.push_back(effect_of(all, place, key));
  }
  return effects;
}

std::vector<RowPlace> places_of(const Problem& problem) {
  std::vector<RowPlace> places;
  for (int b = 0; b < problem.batch; ++b) {
    for (int h = 0; h < problem.heads; ++h) {
      for (int query = 0; query < problem.query_count; ++query) places.push_back({b, h, query});
    }
  }
  return places;
}

// Pairs of keys of which one has clearly more weight and the other clearly more effect.
int reversals(const std::vector<Effect>& effects) {
  constexpr double clear = 1e-9;
  int count = 0;
  for (const Effect& one : effects) {
    for (const Effect& other : effects)
      count += one.weight > other.weight + clear && one.removed + clear < other.removed ? 1 : 0;
  }
  return count;
}

// ---- what is shown

LabTable effects_table(const Problem& problem, const RowPlace& place, const std::vector<Effect>& effects,
                       std::string id, LabText caption) {
  LabTable table{.id = std::move(id),
                 .caption = std::move(caption),
                 .row_axis = lab_text("lab.weights.key"),
                 .columns = {lab_text("lab.weights.weight"), lab_text("lab.weights.distance"),
                             lab_text("lab.weights.removed"), lab_text("lab.weights.zeroed")},
                 .rows = {}};
  for (const Effect& effect : effects) {
    const auto& names = problem.key_names[static_cast<std::size_t>(place.batch)];
    // Distance of its value from the output: what the formula says is left when the weight is taken out.
    const double odds = effect.weight / (1.0 - effect.weight);
    table.rows.push_back({lab_literal(names[static_cast<std::size_t>(effect.key)]),
                          {LabNumber{effect.weight, 3}, LabNumber{odds == 0 ? 0.0 : effect.removed / odds, 3},
                           LabNumber{effect.removed, 3}, LabNumber{effect.zeroed, 3}}});
  }
  return table;
}

LabPlot effects_plot(const std::vector<Effect>& effects) {
  LabPlot plot{.id = "effects",
               .caption = lab_text("lab.weights.plot.caption"),
               .x_axis = lab_text("lab.weights.weight"),
               .y_axis = lab_text("lab.weights.removed"),
               .series = {{lab_text("lab.weights.plot.keys"), {}}}};
  std::vector<Effect> sorted = effects;
  std::ranges::sort(sorted, {}, &Effect::weight);
  for (const Effect& effect : sorted) plot.series[0].points.emplace_back(effect.weight, effect.removed);
  return plot;
}

// ---- a problem

LabSection problem_section(const Removals& all) {
  double formula_off = 0.0;
  double sum_off = 0.0;
  int rows = 0;
  int reversed_rows = 0;
  RowPlace shown;
  int most = -1;
  for (const RowPlace& place : places_of(all.problem)) {
    const std::vector<Effect> effects = effects_of(all, place);
    if (effects.empty()) continue;
    for (const Effect& effect : effects) {
      formula_off = std::max(formula_off, effect.formula_off);
      sum_off = std::max(sum_off, std::fabs(effect.sum - 1.0));
    }
    const int count = reversals(effects);
    ++rows;
    reversed_rows += count > 0 ? 1 : 0;
    if (count > most) {
      most = count;
      shown = place;
    }
  }
  const std::vector<Effect> effects = effects_of(all, shown);
  const auto& names = all.problem.query_names[static_cast<std::size_t>(shown.batch)];
  LabSection section{.heading = lab_text("lab.weights.problem.heading"), .blocks = {}};
  section.blocks.emplace_back(lab_text("lab.weights.problem.what"));
  section.blocks.emplace_back(
      effects_table(all.problem, shown, effects, "effects",
                    lab_text("lab.weights.problem.caption",
                             {argument("query", names[static_cast<std::size_t>(shown.query)]),
                              argument("head", shown.head + 1)})));
  section.blocks.emplace_back(effects_plot(effects));
  section.blocks.emplace_back(
      lab_text("lab.weights.problem.count", {argument("reversed", reversed_rows), argument("rows", rows)}));
  section.blocks.emplace_back(LabClaim{.id = "formula",
                                       .key = "lab.weights.claim.formula",
                                       .found = formula_off,
                                       .relation = at_most,
                                       .bound = smallest_effect,
                                       .decimals = significant});
  section.blocks.emplace_back(LabClaim{.id = "sums",
                                       .key = "lab.weights.claim.sums",
                                       .found = sum_off,
                                       .relation = at_most,
                                       .bound = smallest_effect,
                                       .decimals = significant});
  return section;
}

// ---- a row made for it

constexpr std::array made_weights = {0.5, 0.2, 0.15, 0.1, 0.05};
constexpr int made_features = 2;

// Scores are the logarithms of the weights. The value of the first key is the average of all others, that of
// the last lies far off.
Problem made_problem(std::uint64_t seed) {
  constexpr int keys = static_cast<int>(made_weights.size());
  Normals normals(seed, "weights");
  Tensor v = drawn({1, 1, keys, made_features}, normals);
  for (int i = 0; i < made_features; ++i) v.at({0, 0, keys - 1, i}) += 20.0;
  for (int i = 0; i < made_features; ++i) {
    double sum = 0.0;
    for (int key = 1; key < keys; ++key)
      sum += made_weights[static_cast<std::size_t>(key)] * v.at({0, 0, key, i});
    v.at({0, 0, 0, i}) = sum / (1.0 - made_weights[0]);
  }
  Tensor k({1, 1, keys, 1});
  for (int key = 0; key < keys; ++key)
    k.at({0, 0, key, 0}) = std::log(made_weights[static_cast<std::size_t>(key)]);
  return attention_of(Tensor({1, 1, 1, 1}, 1.0), std::move(k), std::move(v));
}

LabSection made_section(std::uint64_t seed) {
  const Removals all = removals_of(made_problem(seed));
  const std::vector<Effect> effects = effects_of(all, {});
  LabSection section{.heading = lab_text("lab.weights.made.heading"), .blocks = {}};
  section.blocks.emplace_back(lab_text("lab.weights.made.what"));
  section.blocks.emplace_back(
      effects_table(all.problem, {}, effects, "made", lab_text("lab.weights.made.caption")));
  section.blocks.emplace_back(LabClaim{.id = "heavy",
                                       .key = "lab.weights.claim.heavy",
                                       .found = effects.front().removed,
                                       .relation = at_most,
                                       .bound = smallest_effect,
                                       .decimals = significant,
                                       .arguments = {argument("weight", "0.5")}});
  section.blocks.emplace_back(LabClaim{.id = "light",
                                       .key = "lab.weights.claim.light",
                                       .found = effects.back().removed,
                                       .relation = greater,
                                       .bound = 0.5,
                                       .decimals = 3,
                                       .arguments = {argument("weight", "0.05")}});
  section.blocks.emplace_back(LabClaim{.id = "zeroed",
                                       .key = "lab.weights.claim.zeroed",
                                       .found = effects.front().zeroed,
                                       .relation = greater,
                                       .bound = effects.front().removed + 0.1,
                                       .decimals = 3});
  section.blocks.emplace_back(lab_text("lab.weights.made.read"));
  return section;
}

std::vector<Diagnostic> faults_of(const Problem& problem) {
  const Argument name = argument("problem", problem.id);
  if (problem.given_scores || !problem.has_values() || problem.softmax != Softmax::exp)
    return {{"lab.weights.no-values", {}, {name}, {}}};
  if (problem.key_count < 2) return {{"lab.weights.one-key", {}, {name}, {}}};
  if (std::max(problem.key_count, problem.query_count) > most_keys)
    return {{"lab.weights.too-long", {}, {name, argument("limit", most_keys)}, {}}};
  return {};
}

bool has_choice(const Removals& all) {
  return std::ranges::any_of(places_of(all.problem),
                             [&](const RowPlace& place) { return !effects_of(all, place).empty(); });
}

}  // namespace

Result<LabResult> lab_weights(const LabRequest& request) {
  if (std::vector<Diagnostic> faults = faults_of(*request.problem); !faults.empty()) return faults;
  const Removals all = removals_of(attention_within(*request.problem));
  if (!has_choice(all))
    return Diagnostic{"lab.weights.one-key", {}, {argument("problem", all.problem.id)}, {}};
  return LabResult{.lab = "weights",
                   .seed = request.seed,
                   .problem = all.problem.id,
                   .sections = {problem_section(all), made_section(request.seed)}};
}

}  // namespace qkv
