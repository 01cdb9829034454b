#include "hypotheses.hpp"

#include <algorithm>
#include <utility>

#include "qkv/base/number.hpp"
#include "qkv/trace/pipeline.hpp"

namespace qkv::grading {
namespace {

constexpr std::size_t most_cells_by_hand = 4096;
// Of a table and all before it.
constexpr std::size_t most_cells_kept = 512;
const Way no_mistake;

}  // namespace

Hypotheses::Hypotheses(Known& known, const HandedIn& handed_in, const Base& own)
    : known_(known), problem_(known.problem()), own_(own.middle()) {
  for (const Step step : known_.steps()) of_step(handed_in_, step) = of_step(handed_in, step).has_value();
}

// ---- manners
// -----------------------------------------------------------------------------------------------

bool Hypotheses::reads_blank(Step step) const {
  return std::ranges::any_of(
      known_.reads(step), [&](Step read) { return problem_.computes(read) && !of_step(handed_in_, read); });
}

std::vector<Manner> Hypotheses::find_manners(Base::Kind kind, Step step) const {
  const bool has_way_to_go = kind == Base::Kind::truth || reads_blank(step);
  const bool small = element_count(shape_of(problem_, step)) <= most_cells_by_hand;
  const bool by_hand = has_way_to_go && small;
  const bool passes_exp = step == Step::exp || (step > Step::exp && has_way_to_go && small);
  std::vector<ExpForm> forms = {ExpForm::usual};
  if (passes_exp && problem_.softmax == Softmax::exp)
    forms.insert(forms.end(), {ExpForm::plain, ExpForm::shifted});
  std::vector<Manner> result;
  for (const ExpForm form : forms) result.push_back({Carry::exact, form});
  if (!by_hand) return result;
  for (const ExpForm form : forms) result.push_back({Carry::by_hand, form});
  return result;
}

const std::vector<Manner>& Hypotheses::manners(Base::Kind kind, Step step) {
  std::vector<Manner>& found = of_step(manners_[static_cast<std::size_t>(kind)], step);
  if (found.empty()) found = find_manners(kind, step);
  return found;
}

// ---- from the learner's own tables
// ---------------------------------------------------------------------------------------------

// The learner's own tables hold what is blank unrounded; by hand it is calculated anew.
Trace& Hypotheses::own_right(const Manner& manner) {
  const bool by_hand = manner.carry == Carry::by_hand;
  std::optional<Trace>& trace = of_manner(own_right_, by_hand ? manner : Manner{});
  if (trace) return *trace;
  trace.emplace();
  for (const StepTable& own : own_.tables) {
    Tensor values = own.values;
    if (by_hand && !of_step(handed_in_, own.step)) {
      values = (own.step == Step::exp ? manner.exponentials() : step_row(own.step).compute)(problem_, *trace);
      for (double& value : values.values())
        value = round_half_away(value, of_step(problem_.decimals, own.step));
    }
    trace->tables.push_back({own.step, std::move(values), {}});
  }
  return *trace;
}

Run Hypotheses::run(const Way& way, const Manner& manner, Step first, Step last) const {
  return {problem_, known_.steps(), way, manner, first, last};
}

// The first step of the way that is not passed over, since its table was handed in before the last.
std::optional<Step> Hypotheses::first_of(const Way& way, Step last) const {
  const auto first = std::ranges::find_if(way, [&](const Replacement& replacement) {
    return replacement.step <= last && problem_.computes(replacement.step) &&
           (replacement.step == last || !of_step(handed_in_, replacement.step));
  });
  if (first == way.end()) return std::nullopt;
  return first->step;
}

// ---- tables
// ------------------------------------------------------------------------------------------------

const Tensor* Hypotheses::table(Base::Kind kind, const Way& way, Step step, const Manner& manner) {
  if (kind == Base::Kind::truth) return known_.true_tables().table(way, step, manner);
  const auto first = first_of(way, step);
  if (!first) return nullptr;
  table_ = last_table(run(way, manner, *first, step), own_right(manner), handed_in_);
  return table_ ? &*table_ : nullptr;
}

const Tensor& Hypotheses::right_table(Base::Kind kind, Step step, const Manner& manner) {
  if (kind == Base::Kind::truth) return known_.true_tables().right_table(step, manner);
  std::optional<Tensor>& table = of_step(of_manner(own_right_tables_, manner), step);
  if (!table) table = last_table(run(no_mistake, manner, step, step), own_right(manner), handed_in_);
  return *table;
}

// ---- tables that are kept
// ------------------------------------------------------------------------------------------------

bool Hypotheses::is_worth_keeping(Step step) const {
  std::size_t cells = 0;
  for (const StepTable& own : own_.tables) {
    if (own.step <= step) cells += own.values.values().size();
  }
  return cells <= most_cells_kept;
}

// Nothing else is read on the way to a table: its number and, from the learner's own, every table before it
// and whether it was handed in.
std::string Hypotheses::key_of(Base::Kind kind, Step step) const {
  std::string key = {static_cast<char>(kind), static_cast<char>(step)};
  if (kind == Base::Kind::truth) return key;
  for (const StepTable& own : own_.tables) {
    if (own.step >= step) break;
    key += static_cast<char>(of_step(handed_in_, own.step));
    const std::vector<double>& values = own.values.values();
    key.append(reinterpret_cast<const char*>(values.data()), values.size() * sizeof(double));
  }
  return key;
}

Trials* Hypotheses::trials(Base::Kind kind, Step step) {
  TrialShelf* shelf = known_.trials();
  return shelf != nullptr && is_worth_keeping(step) ? &shelf->of(key_of(kind, step)) : nullptr;
}

void Hypotheses::try_next(Trials& trials, Base::Kind kind, Step step, const Way& way, TrialsOfWay& of_way) {
  const std::vector<Manner>& all = manners(kind, step);
  of_way.ended = of_way.manners == all.size();
  if (of_way.ended) return;
  const Manner& manner = all[of_way.manners++];
  if (is_as_usual(kind, way, step, manner)) return;
  const Tensor* mistaken = table(kind, way, step, manner);
  of_way.ended = mistaken == nullptr;
  if (of_way.ended) return;
  std::unique_ptr<Tensor>& right = of_manner(trials.right, manner);
  Tensor kept = *mistaken;
  if (!right) right = std::make_unique<Tensor>(right_table(kind, step, manner));
  const bool is_misshapen = kept.shape() != shape_of(problem_, step);
  of_way.found.push_back({std::move(kept), right.get(), is_misshapen});
}

const Trial* Hypotheses::trial(Trials& trials, Base::Kind kind, Step step, const Way& way,
                               TrialsOfWay& of_way, std::size_t count) {
  while (!of_way.ended && of_way.found.size() <= count) try_next(trials, kind, step, way, of_way);
  return count < of_way.found.size() ? &of_way.found[count] : nullptr;
}

bool Hypotheses::is_as_usual(Base::Kind kind, const Way& way, Step step, const Manner& manner) {
  if (manner.form == ExpForm::usual) return false;
  if (kind == Base::Kind::truth) return known_.true_tables().is_as_usual(way, step, manner);
  const auto first = first_of(way, step);
  if (first && passes_exponentials(run(way, manner, *first, step), handed_in_)) return false;
  if (step == Step::exp) return false;
  if (manner.carry == Carry::exact) return true;
  std::optional<bool>& same = of_manner(same_exponentials_, manner);
  if (!same) {
    same = own_right(manner).at(Step::exp) == own_right({manner.carry, ExpForm::usual}).at(Step::exp);
  }
  return *same;
}

}  // namespace qkv::grading
