#include "qkv/generate/mistaken.hpp"

#include <algorithm>
#include <cmath>
#include <optional>
#include <string>
#include <utility>

#include "qkv/base/draws.hpp"
#include "qkv/base/number.hpp"
#include "qkv/trace/pipeline.hpp"

namespace qkv {
namespace {

std::string written(double value, int decimals) {
  constexpr double longest = 1e15;  // with all its digits
  if (std::isnan(value)) return "";
  if (std::isinf(value)) return value < 0 ? "-inf" : "inf";
  return std::fabs(value) < longest ? format_fixed(value, decimals) : format_shortest(value);
}

// Some step of the way has to be calculated, and none of them stands on the sheet already.
bool is_open(const Problem& problem, const std::vector<Step>& calculated, const Way& way) {
  const bool given = std::ranges::any_of(
      way, [&](const Replacement& replacement) { return problem.is_given(replacement.step); });
  return !given && std::ranges::any_of(way, [&](const Replacement& replacement) {
    return std::ranges::find(calculated, replacement.step) != calculated.end();
  });
}

void round_to_asked(Tensor& table, int decimals) {
  for (double& value : table.values()) value = round_half_away(value, decimals);
}

// As they stand on the sheet.
std::optional<Trace> given_tables(const Problem& problem) {
  if (problem.given.empty()) return std::nullopt;
  return compute(problem, right_recipe(), Carry::by_hand);
}

bool same_number(double a, double b) {
  constexpr double noise = 1e-9;
  if (a == b || (std::isnan(a) && std::isnan(b))) return true;
  const bool finite = std::isfinite(a) && std::isfinite(b);
  return finite && std::fabs(a - b) <= noise * std::fabs(b);
}

bool same_table(const Tensor* a, const Tensor* b) {
  if (a == nullptr || b == nullptr) return a == b;
  return a->shape() == b->shape() && std::ranges::equal(a->values(), b->values(), same_number);
}

// As far as it is asked for, and not for lack of a table that nobody asks for.
bool is_handed_in(const Problem& problem, const Trace& wrong) {
  return std::ranges::all_of(problem.asked, [&](Step step) {
    if (wrong.find(step) != nullptr) return true;
    return std::ranges::any_of(problem.asked, [&](Step asked) {
      const Tensor* table = wrong.find(asked);
      return table != nullptr && table->shape() != shape_of(problem, asked);
    });
  });
}

// ---- the problem with other numbers
// ----------------------------------------------------------------------------

void draw(Tensor& tensor, Draws& draws) {
  for (double& value : tensor.values()) value = draws.between(-9, 9) / 2.0;
}

void draw(std::optional<Tensor>& tensor, Draws& draws) {
  if (tensor) draw(*tensor, draws);
}

Problem with_other_numbers(Problem problem, Draws& draws) {
  draw(problem.q, draws);
  draw(problem.k, draws);
  draw(problem.v, draws);
  draw(problem.given_scores, draws);
  if (problem.source) {
    draw(problem.source->x, draws);
    if (problem.source->cross) {
      draw(problem.source->x_kv, draws);
    } else {
      problem.source->x_kv = problem.source->x;
    }
    for (Projection* projection : {&problem.source->q, &problem.source->k, &problem.source->v}) {
      draw(projection->w, draws);
      draw(projection->b, draws);
    }
  }
  if (problem.w_o) {
    draw(problem.w_o->w, draws);
    draw(problem.w_o->b, draws);
  }
  return problem;
}

struct Instance {
  Problem problem;
  Trace right;
};

std::vector<Instance> instances_of(const Problem& problem) {
  constexpr int count = 3;
  Draws draws(1);
  std::vector<Instance> instances;
  for (int i = 0; i < count; ++i) {
    Problem other = with_other_numbers(problem, draws);
    Trace right = mistaken_tables(other, {}, Carry::exact);
    instances.push_back({std::move(other), std::move(right)});
  }
  return instances;
}

bool changes(const Instance& instance, const std::vector<Step>& calculated, const Way& way) {
  const Trace wrong = mistaken_tables(instance.problem, way, Carry::exact);
  return is_handed_in(instance.problem, wrong) && std::ranges::any_of(calculated, [&](Step step) {
           return !same_table(wrong.find(step), instance.right.find(step));
         });
}

}  // namespace

std::vector<PossibleMistake> possible_mistakes(const Problem& problem) {
  std::vector<PossibleMistake> possible;
  if (problem.asked.empty()) return possible;
  const std::vector<Step> calculated = steps_to_calculate(problem);
  const std::vector<Instance> instances = instances_of(problem);
  for (const Mistake& mistake : mistakes()) {
    if (mistake.step > problem.asked.back() || !mistake.applies(problem)) continue;
    PossibleMistake found{&mistake, {}};
    for (const Way& way : mistake.ways) {
      const bool matters =
          is_open(problem, calculated, way) && std::ranges::any_of(instances, [&](const Instance& each) {
            return changes(each, calculated, way);
          });
      if (matters) found.ways.push_back(&way);
    }
    if (!found.ways.empty()) possible.push_back(std::move(found));
  }
  return possible;
}

Trace mistaken_tables(const Problem& problem, const Way& way, Carry carry) {
  const std::optional<Trace> given = given_tables(problem);
  Trace trace;
  bool misshapen = false;
  for (const StepRow& row : pipeline()) {
    if (!problem.computes(row.step)) continue;
    if (problem.is_given(row.step)) {
      trace.tables.push_back({row.step, given->at(row.step), {}});
      misshapen = false;
      continue;
    }
    const auto wrong = std::ranges::find(way, row.step, &Replacement::step);
    // Nothing can be computed from a table of another shape, but by a rule that takes any.
    if (misshapen && (wrong == way.end() || !wrong->any_shape)) continue;
    Tensor values = (wrong == way.end() ? row.compute : wrong->compute)(problem, trace);
    if (carry == Carry::by_hand) round_to_asked(values, of_step(problem.decimals, row.step));
    misshapen |= values.shape() != shape_of(problem, row.step);
    trace.tables.push_back({row.step, std::move(values), {}});
  }
  return trace;
}

Answers mistaken_answers(const Problem& problem, const Way& way, Carry carry) {
  const Trace tables = mistaken_tables(problem, way, carry);
  Answers answers;
  answers.problem = problem.id;
  for (const Step step : problem.asked) {
    const Tensor* values = tables.find(step);
    if (values == nullptr) continue;
    AnswerTable table;
    table.step = step;
    table.shape = values->shape();
    for (const double value : values->values()) {
      table.cells.push_back({.written = written(value, of_step(problem.decimals, step)), .place = {}});
    }
    answers.tables.push_back(std::move(table));
  }
  return answers;
}

}  // namespace qkv
