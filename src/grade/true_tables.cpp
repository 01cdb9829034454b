#include "true_tables.hpp"

#include <algorithm>
#include <utility>

#include "qkv/trace/pipeline.hpp"

namespace qkv::grading {
namespace {

// 16 MB.
constexpr std::size_t most_kept = 1 << 21;
constexpr PerStep<bool> none_taken{};
const Way no_mistake;

std::size_t count_numbers(const Trace& trace) {
  std::size_t count = 0;
  for (const StepTable& table : trace.tables) count += table.values.values().size();
  return count;
}

}  // namespace

TrueTables::TrueTables(const Problem& problem) : problem_(problem), steps_(steps_of(problem)) {}

Trace& TrueTables::right(const Manner& manner) {
  std::optional<Trace>& trace = of_manner(right_, manner);
  if (!trace) {
    Recipe recipe = right_recipe();
    of_step(recipe, Step::exp) = manner.exponentials();
    trace = compute(problem_, recipe, manner.carry);
  }
  return *trace;
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
    entry.table = last_table({problem_, steps_, way, manner, *first, step}, right(manner), none_taken);
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
    table = last_table({problem_, steps_, no_mistake, manner, step, step}, right(manner), none_taken);
  }
  return *table;
}

bool TrueTables::is_as_usual(const Way& way, Step step, const Manner& manner) {
  if (manner.form == ExpForm::usual) return false;
  const auto first = first_of(way, step);
  if (first && passes_exponentials({problem_, steps_, way, manner, *first, step}, none_taken)) return false;
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
