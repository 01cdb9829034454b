#include "simulate/mistaken.hpp"

#include <array>
#include <cmath>
#include <limits>

#include "qkv/base/number.hpp"
#include "qkv/grade/bounds.hpp"
#include "qkv/trace/heads.hpp"
#include "qkv/trace/pipeline.hpp"
#include "simulate/tables.hpp"

namespace qkv::test {
namespace {

Tensor numbers(Random& random, const Shape& shape, int style) {
  Tensor tensor(shape);
  for (double& value : tensor.values()) {
    value = style == 0   ? random.between(0, 3)
            : style == 1 ? random.between(-2, 3)
                         : random.between(-20, 20) / 10.0;
  }
  return tensor;
}

RawProblem draw(Random& random) {
  const int tokens = random.between(2, 5);
  const int heads = random.chance(50) ? 1 : random.between(2, 3);
  const int d_k = random.between(2, heads == 1 ? 4 : 3);
  const int d_v = random.chance(50) ? d_k : random.between(1, 4);
  const int style = random.between(0, 2);
  RawProblem raw;
  if (random.chance(70)) {
    raw = raw_problem(numbers(random, {tokens, heads * d_k}, style),
                      numbers(random, {tokens, heads * d_k}, style),
                      numbers(random, {tokens, heads * d_v}, style));
  } else {
    const int channels = random.between(2, 3);
    raw.x = located(numbers(random, {tokens, channels}, style));
    raw.w_q = located(numbers(random, {channels, heads * d_k}, 1));
    raw.w_k = located(numbers(random, {channels, heads * d_k}, 1));
    raw.w_v = located(numbers(random, {channels, heads * d_v}, 1));
    if (random.chance(50)) raw.w_o = located(numbers(random, {heads * d_v, heads * d_v}, 1));
  }
  raw.heads = Located<long long>{heads, {}};
  if (random.chance(50)) set_causal(raw);
  if (random.chance(35)) {
    Tensor real({tokens}, 1.0);
    const int padded = random.between(1, tokens > 3 ? 2 : 1);
    const bool left = random.chance(40);
    for (int n = 0; n < padded; ++n) real.at({left ? n : tokens - 1 - n}) = 0.0;
    mask_of(raw).padding = located(std::move(real));
  }
  set_decimals(raw, 2);
  return raw;
}

// ---- a slip of the pen

// The products that a cell adds up, as far as its step does so.
std::vector<double> products(const Problem& problem, const Trace& trace, Step step,
                             const std::vector<int>& at) {
  std::vector<double> terms;
  if (step == Step::scores) {
    const double* q = query_rows(problem, trace).row(at[0], at[1], at[2]);
    const double* k = key_rows(problem, trace).row(at[0], problem.kv_head_of(at[1]), at[3]);
    for (int d = 0; d < problem.d_k; ++d) terms.push_back(q[d] * k[d]);
  }
  if (step == Step::output) {
    const HeadRows values = value_rows(problem, trace);
    for (int j = 0; j < problem.key_count; ++j) {
      terms.push_back(trace.at(Step::weights).at({at[0], at[1], at[2], j}) *
                      values.row(at[0], problem.kv_head_of(at[1]), j)[at[3]]);
    }
  }
  return terms;
}

double slipped(double value, const std::vector<double>& terms, Random& random) {
  const int kind = random.between(0, terms.empty() ? 2 : 5);
  switch (kind) {
    case 0:
      return -value;
    case 1:
      return value * (random.chance(50) ? 10.0 : 0.1);
    case 2:
      return value + random.between(1, 9) * (random.chance(50) ? 0.1 : 0.01) * (random.chance(50) ? 1 : -1);
    default: {
      // A product left out, added twice or with the wrong sign.
      constexpr std::array factors = {-1.0, 1.0, -2.0};
      const double term =
          terms[static_cast<std::size_t>(random.between(0, static_cast<int>(terms.size()) - 1))];
      return value + factors[static_cast<std::size_t>(kind - 3)] * term;
    }
  }
}

std::vector<int> random_index(const Shape& shape, Random& random) {
  std::vector<int> at;
  for (const int size : shape) at.push_back(random.between(0, size - 1));
  return at;
}

// +∞ as people write it, −1.8e308 as they write the least number there is.
std::string written(double value, int decimals) {
  if (std::isnan(value)) return "";
  if (value == std::numeric_limits<double>::infinity()) return "inf";
  if (std::isfinite(value) && value < -1e300) return "-3.4e38";
  return format_fixed(value, decimals);
}

}  // namespace

Problem class_problem(Random& random) {
  while (true) {
    const auto problem = validate(draw(random), "class", {});
    if (!problem) continue;
    Problem all = problem.value();
    all.asked = steps_of(all);
    return all;
  }
}

Answers answers_from(const Problem& problem, const Trace& trace) {
  Answers answers;
  answers.problem = problem.id;
  for (const Step step : problem.asked) {
    const Tensor* table = trace.find(step);
    if (table == nullptr) continue;
    AnswerTable answer{step, table->shape(), {}, {}};
    for (const double value : table->values()) {
      answer.cells.push_back({written(value, of_step(problem.decimals, step)), {}});
    }
    answers.tables.push_back(std::move(answer));
  }
  return answers;
}

int moved_cells(const Problem& problem, const Way& way) {
  const Recipe recipe = recipe_of(way);
  const Trace exact = compute(problem, recipe, Carry::exact);
  const Trace written = compute(problem, recipe, Carry::by_hand);
  const Trace right = compute(problem, right_recipe(), Carry::exact);
  const Trace right_written = compute(problem, right_recipe(), Carry::by_hand);
  int moved = 0;
  for (const Step step : problem.asked) {
    const Tensor* table = exact.find(step);
    if (step == Step::exp || step == Step::sum || table == nullptr) continue;
    if (table->shape() != shape_of(problem, step)) return moved + static_cast<int>(table->values().size());
    std::size_t flat = 0;
    const double unit = 2 * half_unit(of_step(problem.decimals, step));
    for_each_index(table->shape(), [&](const std::vector<int>& at) {
      const double value = table->values()[flat];
      const double on_paper = written.at(step).values()[flat];
      const bool moves = !within(value, right.at(step).values()[flat], unit) &&
                         !within(on_paper, right_written.at(step).values()[flat], unit);
      moved += moves && !std::isnan(value) && !std::isnan(on_paper) && !is_padded_cell(problem, step, at);
      ++flat;
    });
  }
  return moved;
}

Trace with_slip(const Problem& problem, Random& random) {
  const std::vector<Step> steps = steps_of(problem);
  while (true) {
    const Step where = steps[static_cast<std::size_t>(random.between(0, static_cast<int>(steps.size()) - 1))];
    const std::vector<int> at = random_index(shape_of(problem, where), random);
    if (is_padded_cell(problem, where, at)) continue;
    Trace trace;
    bool changed = false;
    for (const Step step : steps) {
      Tensor table = step_row(step).compute(problem, trace);
      const int decimals = of_step(problem.decimals, step);
      for (double& value : table.values()) value = round_half_away(value, decimals);
      if (step == where) {
        double& cell = table.values()[flat_index(table.shape(), at)];
        const double before = cell;
        cell = round_half_away(slipped(cell, products(problem, trace, step, at), random), decimals);
        changed = std::isfinite(cell) && std::fabs(cell - before) > 2 * half_unit(decimals);
      }
      trace.tables.push_back({step, std::move(table), axes_of(problem, step)});
    }
    if (changed) return trace;
  }
}

}  // namespace qkv::test
