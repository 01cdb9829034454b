#include "hypotheses.hpp"

#include <algorithm>
#include <array>

#include "qkv/base/number.hpp"
#include "qkv/trace/pipeline.hpp"
#include "qkv/trace/steps.hpp"

namespace qkv::grading {
namespace {

constexpr std::size_t most_cells_by_hand = 4096;

const Replacement* replaced(const Way& way, Step step) {
  const auto found = std::ranges::find(way, step, &Replacement::step);
  return found == way.end() ? nullptr : &*found;
}

void round_to_asked(Tensor& table, int decimals) {
  for (double& value : table.values()) value = round_half_away(value, decimals);
}

}  // namespace

Hypotheses::Hypotheses(const Problem& problem, const HandedIn& handed_in, const Base& own)
    : problem_(problem), handed_in_(handed_in), own_(own.middle()), steps_(steps_of(problem)) {}

bool Hypotheses::reads_blank(Step step) const {
  return std::ranges::any_of(tables_read(problem_, step),
                             [&](Step read) { return problem_.computes(read) && !is_handed_in(read); });
}

std::vector<Manner> Hypotheses::manners(Base::Kind kind, Step step) const {
  const bool has_way_to_go = kind == Base::Kind::truth || reads_blank(step);
  const bool small = element_count(shape_of(problem_, step)) <= most_cells_by_hand;
  const bool by_hand = has_way_to_go && small;
  const bool passes_exp = step == Step::exp || (step > Step::exp && has_way_to_go && small);
  std::vector<StepFunction> forms = {step_exp};
  if (passes_exp && problem_.softmax == Softmax::exp)
    forms.insert(forms.end(), {step_exp_plain, step_exp_shifted});
  std::vector<Manner> result;
  for (const StepFunction form : forms) result.push_back({Carry::exact, form});
  if (!by_hand) return result;
  for (const StepFunction form : forms) result.push_back({Carry::by_hand, form});
  return result;
}

const Tensor& Hypotheses::right(Base::Kind kind, Step step, const Manner& manner) const {
  if (kind == Base::Kind::own) return own_.at(step);
  const auto known = std::ranges::find_if(right_, [&](const auto& each) { return each.first == manner; });
  if (known != right_.end()) return known->second.at(step);
  Recipe recipe = right_recipe();
  of_step(recipe, Step::exp) = manner.exponentials;
  right_.emplace_back(manner, compute(problem_, recipe, manner.carry));
  return right_.back().second.at(step);
}

// Whether a table before the last one is calculated rather than taken from what was handed in.
bool Hypotheses::is_computed(Base::Kind kind, Step step, Step last) const {
  return kind == Base::Kind::truth || step == last || !is_handed_in(step);
}

std::optional<Tensor> Hypotheses::table(Base::Kind kind, const Way& way, Step last,
                                        const Manner& manner) const {
  const auto first = std::ranges::find_if(way, [&](const Replacement& replacement) {
    return replacement.step <= last && problem_.computes(replacement.step) &&
           is_computed(kind, replacement.step, last);
  });
  if (first == way.end()) return std::nullopt;
  return calculate(kind, way, last, first->step, manner);
}

const Tensor& Hypotheses::right_table(Base::Kind kind, Step step, const Manner& manner) const {
  for (const RightTable& known : right_tables_) {
    if (known.kind == kind && known.step == step && known.manner == manner) return known.values;
  }
  right_tables_.push_back({kind, step, manner, calculate(kind, {}, step, step, manner).value()});
  return right_tables_.back().values;
}

// first: the first step that may come out differently.
std::optional<Tensor> Hypotheses::calculate(Base::Kind kind, const Way& way, Step last, Step first,
                                            const Manner& manner) const {
  // The learner's own tables hold what is blank unrounded; by hand it is calculated anew.
  const bool from_start = kind == Base::Kind::own && manner.carry == Carry::by_hand;
  Trace trace;
  bool misshapen = false;
  for (const Step step : steps_) {
    const bool before = step < first && !(from_start && !is_handed_in(step));
    if (before || !is_computed(kind, step, last)) {
      trace.tables.push_back({step, right(kind, step, manner), {}});
      continue;
    }
    const Replacement* wrong = replaced(way, step);
    if (misshapen && (wrong == nullptr || !wrong->any_shape)) {
      if (step == last) return std::nullopt;
      continue;
    }
    const StepFunction right_function = step == Step::exp ? manner.exponentials : step_row(step).compute;
    Tensor values = (wrong != nullptr ? wrong->compute : right_function)(problem_, trace);
    if (step == last) return values;
    misshapen |= values.shape() != shape_of(problem_, step);
    if (manner.carry == Carry::by_hand) round_to_asked(values, of_step(problem_.decimals, step));
    trace.tables.push_back({step, std::move(values), {}});
  }
  return std::nullopt;
}

}  // namespace qkv::grading
