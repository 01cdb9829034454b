#include "true_tables.hpp"

#include <algorithm>
#include <utility>

#include "qkv/base/number.hpp"
#include "qkv/trace/pipeline.hpp"

namespace qkv::grading {
namespace {

// 16 MB.
constexpr std::size_t most_kept = 1 << 21;
const Way no_mistake;

std::size_t count_numbers(const Trace& trace) {
  std::size_t count = 0;
  for (const StepTable& table : trace.tables) count += table.values.values().size();
  return count;
}

// As they stand on the sheet; rows that nobody is asked for are blank there.
void put_numbers(const HandedTable& given, Tensor& values) {
  for (std::size_t flat = 0; flat < given.cells.size(); ++flat) {
    const HandedCell& cell = given.cells[flat];
    if (cell.state == HandedCell::State::number) values.values()[flat] = cell.number.value;
  }
}

}  // namespace

TrueTables::TrueTables(const Problem& problem, const HandedIn& given)
    : problem_(problem), given_(given), steps_(steps_of(problem)) {
  for (const Step step : steps_) of_step(is_given_, step) = of_step(given, step).has_value();
}

Trace& TrueTables::right(const Manner& manner) {
  std::optional<Trace>& trace = of_manner(right_, manner);
  if (!trace) trace = calculate_right(manner);
  return *trace;
}

Trace TrueTables::calculate_right(const Manner& manner) const {
  Trace trace;
  for (const Step step : steps_) {
    Tensor values = (step == Step::exp ? manner.exponentials() : step_row(step).compute)(problem_, trace);
    if (of_step(is_given_, step)) {
      put_numbers(*of_step(given_, step), values);
    } else if (manner.carry == Carry::by_hand) {
      const int decimals = of_step(problem_.decimals, step);
      for (double& value : values.values()) value = round_half_away(value, decimals);
    }
    trace.tables.push_back({step, std::move(values), {}});
  }
  return trace;
}

std::optional<Step> TrueTables::first_of(const Way& way, Step last) const {
  const auto first = std::ranges::find_if(way, [&](const Replacement& replacement) {
    return replacement.step <= last && problem_.computes(replacement.step);
  });
  if (first == way.end()) return std::nullopt;
  return first->step;
}

void TrueTables::calculate(const Way& way, Step step, const Manner& manner, Entry& entry) {
  entry = {true, std::nullopt};
  if (const auto first = first_of(way, step)) {
    entry.table = last_table({problem_, steps_, way, manner, *first, step}, right(manner), is_given_);
  }
}

const Tensor* TrueTables::table(const Way& way, Step step, const Manner& manner) {
  std::unique_ptr<PerManner<Entry>>& entries = of_step(entries_[&way], step);
  if (!entries) entries = std::make_unique<PerManner<Entry>>();
  Entry& entry = of_manner(*entries, manner);
  if (!entry.known) {
    Entry& place = kept_ < most_kept ? entry : not_kept_;
    calculate(way, step, manner, place);
    if (&place == &entry && entry.table) kept_ += entry.table->values().size();
    return place.table ? &*place.table : nullptr;
  }
  return entry.table ? &*entry.table : nullptr;
}

const Tensor& TrueTables::right_table(Step step, const Manner& manner) {
  std::optional<Tensor>& table = of_step(of_manner(right_tables_, manner), step);
  if (!table) {
    table = last_table({problem_, steps_, no_mistake, manner, step, step}, right(manner), is_given_);
  }
  return *table;
}

bool TrueTables::is_as_usual(const Way& way, Step step, const Manner& manner) {
  if (manner.form == ExpForm::usual) return false;
  const auto first = first_of(way, step);
  if (first && passes_exponentials({problem_, steps_, way, manner, *first, step}, is_given_)) return false;
  std::optional<bool>& same = of_manner(same_exponentials_, manner);
  if (!same) {
    same = right(manner).at(Step::exp) == right({manner.carry, ExpForm::usual}).at(Step::exp);
  }
  return *same;
}

const Trace& TrueTables::tables(const Way& way) {
  const auto known = traces_.find(&way);
  if (known != traces_.end()) return known->second;
  Trace trace = compute(problem_, recipe_of(way), Carry::exact);
  if (kept_ >= most_kept) return trace_not_kept_ = std::move(trace);
  kept_ += count_numbers(trace);
  return traces_.emplace(&way, std::move(trace)).first->second;
}

}  // namespace qkv::grading
