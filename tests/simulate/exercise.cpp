#include "simulate/exercise.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <sstream>

#include "qkv/trace/pipeline.hpp"
#include "simulate/tables.hpp"
#include "support/random_problem.hpp"

namespace qkv::test {
namespace {

double draw_number(Random& random, int style) {
  switch (style) {
    case 0:
      return random.between(0, 2);
    case 1:
      return random.between(0, 10) / 10.0;
    case 2:
      return random.between(-20, 20) / 10.0;
    case 3:
      return random.between(-200, 200) / 100.0;
    case 4:
      return random.between(-30, 30);
    default:
      return random.between(-3, 3);
  }
}

// One style for all numbers of an input; the large ones are rare.
void renumber(Random& random, std::optional<Located<Tensor>>& input) {
  if (!input) return;
  const int drawn = random.between(0, 12);
  const int style = drawn == 4 && !random.chance(60) ? 5 : drawn;
  for (double& value : input->value.values()) value = draw_number(random, style);
}

void renumber_all(Random& random, RawProblem& raw) {
  for (auto* input : {&raw.q, &raw.k, &raw.v, &raw.x, &raw.x_kv, &raw.w_q, &raw.w_k, &raw.w_v, &raw.b_q,
                      &raw.b_k, &raw.b_v, &raw.w_qkv, &raw.b_qkv, &raw.w_o, &raw.b_o, &raw.scores}) {
    renumber(random, *input);
  }
}

void vary_scale(Random& random, RawProblem& raw) {
  if (!random.chance(10)) return;
  const std::array<RawScale, 4> scales = {{{RawScale::Kind::number, 0.5, "0.5"},
                                           {RawScale::Kind::number, std::sqrt(3.0), "sqrt(3)"},
                                           {RawScale::Kind::number, 3.0, "3"},
                                           {RawScale::Kind::number, 1.0 / 3.0, "1/3"}}};
  raw.scale = Located<RawScale>{scales[static_cast<std::size_t>(random.between(0, 3))], {}};
}

std::vector<Step> computed_steps(const Problem& problem) {
  std::vector<Step> steps;
  std::ranges::copy_if(all_steps, std::back_inserter(steps), [&](Step s) { return problem.computes(s); });
  return steps;
}

void ask_anything(Random& random, Problem& problem) {
  const std::vector<Step> steps = computed_steps(problem);
  const int mood = random.between(1, 10);
  if (mood <= 2) {
    problem.asked = steps;
  } else if (mood <= 7) {
    const int percent = random.between(2, 9) * 10;
    problem.asked.clear();
    for (const Step step : steps) {
      if (random.chance(percent)) problem.asked.push_back(step);
    }
    if (problem.asked.empty()) problem.asked.push_back(steps.back());
  }
  if (random.chance(60)) {
    problem.decimals.fill(random.chance(50) ? 2 : random.between(1, 4));
  } else {
    for (int& decimals : problem.decimals) decimals = random.between(1, 4);
  }
}

// Visible scores that add up to nearly 0 leave a row-sum softmax nothing to calculate by hand.
bool has_tiny_sum(const Problem& problem) {
  if (problem.softmax != Softmax::row_sum) return false;
  const Trace trace = compute(problem, right_recipe(), Carry::exact);
  bool tiny = false;
  for_each_index(table_shape(problem, Step::scores), [&](const std::vector<int>& at) {
    const double sum = trace.at(Step::sum).at({at[0], at[1], at[2]});
    if (problem.may_look(at[0], at[1], at[2], at[3]) && std::fabs(sum) < 0.05) tiny = true;
  });
  return tiny;
}

// Four heads only where two of them share keys and values.
bool has_too_many_heads(const Problem& problem) {
  return problem.heads > 3 && problem.kv_heads == problem.heads;
}

}  // namespace

Problem exercise(Random& random, Asking asking) {
  while (true) {
    RawProblem raw = random_problem(random);
    renumber_all(random, raw);
    vary_scale(random, raw);
    const auto valid_problem = validate(raw, "exercise", {});
    // A sum of visible scores that is 0 is refused; so may be a shape that the new scale does not suit.
    if (!valid_problem || has_too_many_heads(valid_problem.value())) continue;
    Problem problem = valid_problem.value();
    if (has_tiny_sum(problem)) continue;
    if (asking == Asking::anything) {
      ask_anything(random, problem);
    } else {
      problem.decimals.fill(2);
      if (asking == Asking::all) problem.asked = computed_steps(problem);
    }
    return problem;
  }
}

void give_some(Random& random, Problem& problem) {
  const int percent = random.between(1, 7) * 10;
  for (const Step step : computed_steps(problem)) {
    if (!random.chance(percent)) continue;
    const bool asked = problem.is_asked(step);
    if (asked && problem.asked.size() == 1) continue;
    if (asked) std::erase(problem.asked, step);
    problem.given.push_back(step);
  }
}

std::string kind_of(const Problem& problem) {
  std::ostringstream text;
  text << (problem.given_scores ? "scores" : problem.source ? "embeddings" : "qkv");
  if (problem.source && problem.source->fused) text << " fused";
  if (problem.source && problem.source->cross) text << " cross";
  if (problem.w_o) text << (problem.w_o->b ? " W_O+b" : " W_O");
  text << " B=" << problem.batch << " H=" << problem.heads << '/' << problem.kv_heads
       << " T=" << problem.query_count << '/' << problem.key_count << " d=" << problem.d_k << '/'
       << problem.d_v << " scale=" << problem.scale.divisor;
  for (const MaskKind kind : all_mask_kinds) {
    if (problem.masks.has(kind)) text << ' ' << mask_name(kind);
  }
  if (problem.masks.query_padding) text << " query-padding";
  if (problem.softmax == Softmax::row_sum) text << " row-sum";
  if (problem.dropout) text << " dropout=" << problem.dropout->p;
  // The decimals of tables that are not asked count as well: those numbers may be rounded, too.
  text << " asks";
  for (const Step step : computed_steps(problem)) {
    const bool asked = problem.is_asked(step);
    text << ' ' << (asked ? "" : "(") << (problem.is_given(step) ? "given " : "") << step_name(step) << ':'
         << of_step(problem.decimals, step) << (asked ? "" : ")");
  }
  return text.str();
}

}  // namespace qkv::test
