#include "run.hpp"

#include <algorithm>
#include <iterator>
#include <utility>

#include "qkv/base/number.hpp"
#include "qkv/trace/pipeline.hpp"
#include "qkv/trace/steps.hpp"

namespace qkv::grading {
namespace {

void round_to_asked(Tensor& table, int decimals) {
  for (double& value : table.values()) value = round_half_away(value, decimals);
}

StepFunction right_function(const Run& run, Step step) {
  return step == Step::exp ? run.manner.exponentials() : step_row(step).compute;
}

// Goes on with `trace`, which holds the tables before the first; `known` are the right ones from there on.
std::optional<Tensor> go_on(const Run& run, Trace& trace, const std::vector<StepTable>& known,
                            const PerStep<bool>& taken) {
  bool misshapen = false;
  for (const StepTable& right : known) {
    const Step step = right.step;
    if (step != run.last && of_step(taken, step)) {
      trace.tables.push_back({step, right.values, {}});
      continue;
    }
    const Replacement* wrong = replacement_of(run.way, step);
    if (misshapen && (wrong == nullptr || !wrong->any_shape)) {
      if (step == run.last) return std::nullopt;
      continue;
    }
    const StepFunction calculate = wrong != nullptr ? wrong->compute : right_function(run, step);
    Tensor values = calculate(run.problem, trace);
    if (step == run.last) return values;
    misshapen |= values.shape() != right.values.shape();
    if (run.manner.carry == Carry::by_hand) round_to_asked(values, of_step(run.problem.decimals, step));
    trace.tables.push_back({step, std::move(values), {}});
  }
  return std::nullopt;
}

}  // namespace

StepFunction Manner::exponentials() const {
  switch (form) {
    case ExpForm::usual:
      return step_exp;
    case ExpForm::plain:
      return step_exp_plain;
    case ExpForm::shifted:
      return step_exp_shifted;
  }
  return step_exp;
}

const Replacement* replacement_of(const Way& way, Step step) {
  const auto found = std::ranges::find(way, step, &Replacement::step);
  return found == way.end() ? nullptr : &*found;
}

std::optional<Tensor> last_table(const Run& run, Trace& right, const PerStep<bool>& taken) {
  // The tables from the first on are put aside meanwhile: to copy the ones before it would cost more than to
  // calculate the ones after it.
  std::vector<StepTable>& tables = right.tables;
  const auto first =
      std::ranges::find_if(tables, [&](const StepTable& table) { return table.step >= run.first; });
  const auto kept = first - tables.begin();
  std::vector<StepTable> aside(std::make_move_iterator(first), std::make_move_iterator(tables.end()));
  tables.resize(static_cast<std::size_t>(kept));
  std::optional<Tensor> last = go_on(run, right, aside, taken);
  tables.resize(static_cast<std::size_t>(kept));
  std::ranges::move(aside, std::back_inserter(tables));
  return last;
}

bool passes_exponentials(const Run& run, const PerStep<bool>& taken) {
  if (run.last == Step::exp) return true;
  const bool calculated = run.first <= Step::exp && Step::exp < run.last && !of_step(taken, Step::exp);
  return calculated && replacement_of(run.way, Step::exp) == nullptr;
}

}  // namespace qkv::grading
