#include "base.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <utility>

#include "qkv/base/number.hpp"
#include "qkv/trace/pipeline.hpp"
#include "qkv/trace/softmax.hpp"

namespace qkv::grading {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

}  // namespace

Tensor shifted_by_maximum(Tensor scores) {
  const int columns = scores.size(3);
  for (std::size_t start = 0; start < scores.values().size(); start += static_cast<std::size_t>(columns)) {
    double* row = scores.values().data() + start;
    const double largest = *std::max_element(row, row + columns);
    if (largest == -infinity) continue;
    for (int j = 0; j < columns; ++j) row[j] -= largest;
  }
  return scores;
}

void Reach::set(std::size_t flat, const Interval& interval) {
  low.values()[flat] = interval.low;
  high.values()[flat] = interval.high;
}

QueryRow query_row(const Problem& problem, std::size_t row) {
  const auto queries = static_cast<std::size_t>(problem.query_count);
  const auto heads = static_cast<std::size_t>(problem.heads);
  return {static_cast<int>(row / queries / heads), static_cast<int>(row / queries % heads),
          static_cast<int>(row % queries)};
}

Base::Base(const Problem& problem, const HandedIn& handed_in, Kind kind, Keep keep)
    : problem_(problem), handed_in_(handed_in), kind_(kind), keep_(keep) {}

// ---- what is read
// ------------------------------------------------------------------------------------------

Base::Ends Base::ends(Step step) const {
  return {&table_of(problem_, low_, step), &table_of(problem_, high_, step)};
}

int Base::read_decimals(Step step) const {
  return given_table(problem_, step) != nullptr ? -1 : decimals(step);
}

int Base::written_decimals(Step step) const {
  const auto& table = of_step(handed_in_, step);
  if (!table) return -1;
  for (std::size_t row = 0; row < table->rows(); ++row) {
    if (!table->row_readable(row)) return -1;
  }
  return decimals(step);
}

int Base::copy_decimals(Step step) const {
  return kind_ == Kind::own && of_step(handed_in_, step) ? -1 : read_decimals(step);
}

bool Base::handed_row(Step step, std::size_t row) const {
  const auto& table = of_step(handed_in_, step);
  return table && table->row_readable(row);
}

std::vector<Interval> Base::score_row(std::size_t row) const {
  const Tensor& low = softmax_input(low_);
  const Tensor& high = softmax_input(high_);
  const auto columns = static_cast<std::size_t>(problem_.key_count);
  std::vector<Interval> scores(columns);
  for (std::size_t j = 0; j < columns; ++j) {
    scores[j] = {low.values()[row * columns + j], high.values()[row * columns + j]};
  }
  return scores;
}

Reach& Base::form(Step step, Exponent exponent) const {
  return (step == Step::exp ? exp_ : sum_)[static_cast<std::size_t>(exponent)];
}

Exponent Base::usual(std::size_t row) const {
  const QueryRow at = query_row(problem_, row);
  return exp_shift(problem_, middle_, at.batch, at.head, at.query) == 0.0 ? Exponent::plain
                                                                          : Exponent::shifted;
}

// ---- outcomes
// ----------------------------------------------------------------------------------------------

const Tensor& Base::middle_of(Step step, Exponent exponent) const {
  std::optional<Tensor>& known = of_step(middles_[static_cast<std::size_t>(exponent)], step);
  if (!known) known = calculate_middle(step, exponent);
  return *known;
}

Tensor Base::calculate_middle(Step step, Exponent exponent) const {
  if (step == Step::exp && problem_.softmax == Softmax::exp) {
    Tensor scores = softmax_input(middle_);
    if (exponent == Exponent::shifted) scores = shifted_by_maximum(std::move(scores));
    for (double& value : scores.values()) value = std::exp(value);
    return scores;
  }
  if (step == Step::sum) {
    Trace numerators;
    numerators.tables.push_back({Step::exp, form(Step::exp, exponent).middle, {}});
    return step_row(Step::sum).compute(problem_, numerators);
  }
  if (step == Step::scaled && prescaled_) return table_of(problem_, middle_, Step::scores);
  Tensor middle = step_row(step).compute(problem_, middle_);
  if (step == Step::weights && problem_.softmax == Softmax::exp) divide_lost_rows(middle);
  return middle;
}

// Rows of weights whose sum was rounded away to 0, straight from the scores.
void Base::divide_lost_rows(Tensor& weights) const {
  const std::vector<double>& sums = middle_.at(Step::sum).values();
  const auto keys = static_cast<std::ptrdiff_t>(problem_.key_count);
  for (std::size_t row = 0; row < sums.size(); ++row) {
    const QueryRow at = query_row(problem_, row);
    if (sums[row] != 0.0 || !sees_anything(row) || problem_.is_padded_query(at.batch, at.query)) continue;
    const double* scores = softmax_input(middle_).values().data() + static_cast<std::ptrdiff_t>(row) * keys;
    const double largest = *std::max_element(scores, scores + keys);
    if (!std::isfinite(largest)) continue;
    double* cells = weights.values().data() + static_cast<std::ptrdiff_t>(row) * keys;
    std::transform(scores, scores + keys, cells,
                   [largest](double score) { return std::exp(score - largest); });
    const double sum = std::accumulate(cells, cells + keys, 0.0);
    for (std::ptrdiff_t j = 0; j < keys; ++j) cells[j] /= sum;
  }
}

Outcome Base::settle(Step step, Tensor middle, const std::vector<Unwritten>& cells) const {
  const Tensor empty(middle.shape());
  Outcome outcome{{middle, empty, empty}, {std::move(middle), empty, empty}, {}};
  outcome.exact.reserve(cells.size());
  const int asked = decimals(step);
  for (std::size_t flat = 0; flat < cells.size(); ++flat) {
    const Interval reach = carried(cells[flat], asked);
    outcome.written.set(flat, written(cells[flat], reach, asked));
    outcome.carried.set(flat, reach);
    outcome.exact.push_back(reach.is_point());
  }
  return outcome;
}

const Outcome& Base::outcome(Step step, Exponent exponent) const {
  std::optional<Outcome>& known = of_step(outcomes_[static_cast<std::size_t>(exponent)], step);
  if (!known) {
    bound_before(step);
    known = settle(step, middle_of(step, exponent), unwritten(step, exponent));
  }
  return *known;
}

// ---- what later steps find
// -----------------------------------------------------------------------------------

// The middle with the learner's own numbers, where they count.
Tensor Base::with_handed_in(Step step, Tensor middle) const {
  const auto& table = of_step(handed_in_, step);
  if (kind_ == Kind::truth || !table) return middle;
  for (std::size_t row = 0; row < table->rows(); ++row) {
    if (!table->row_readable(row)) continue;
    for (int column = 0; column < table->row_length; ++column) {
      const std::size_t flat =
          row * static_cast<std::size_t>(table->row_length) + static_cast<std::size_t>(column);
      middle.values()[flat] = table->cell(row, column).number.value;
    }
  }
  return middle;
}

// Where a row was handed in: the number in the middle, and half a unit around it.
Reach Base::to_carry(Step step, const Outcome& outcome) const {
  Reach reach = outcome.carried;
  const auto& table = of_step(handed_in_, step);
  if (!table) return reach;
  const int asked = decimals(step);
  const double radius = rounding_of(1.0 / 3.0, asked);  // of a number with more decimals than can be written
  for (std::size_t row = 0; row < table->rows(); ++row) {
    if (!table->row_readable(row)) continue;
    for (int column = 0; column < table->row_length; ++column) {
      const std::size_t flat =
          row * static_cast<std::size_t>(table->row_length) + static_cast<std::size_t>(column);
      double& middle = reach.middle.values()[flat];
      const double truth = middle;
      if (kind_ == Kind::own) middle = table->cell(row, column).number.value;
      const bool exact = outcome.exact[flat] && within(middle, truth, 0.0);
      const bool movable = std::isfinite(middle) && !exact;
      reach.set(flat, movable ? Interval{middle - radius, middle + radius} : Interval{middle, middle});
    }
  }
  return reach;
}

// Rows that were handed in whole and hold nothing else.
std::vector<bool> Base::fitting_rows(Step step, Exponent exponent, const HandedIn& handed_in) const {
  const Reach& reach = outcome(step, exponent).written;
  const auto& table = of_step(handed_in, step);
  const std::size_t length = step == Step::sum ? 1 : static_cast<std::size_t>(problem_.key_count);
  std::vector<bool> fits(reach.low.values().size() / length, false);
  for (std::size_t row = 0; row < fits.size(); ++row) {
    fits[row] = table && table->row_readable(row);
    for (std::size_t i = 0; fits[row] && i < length; ++i) {
      const double number = table->cell(row, static_cast<int>(i)).number.value;
      fits[row] = contains(reach.at(row * length + i), number);
    }
  }
  return fits;
}

std::vector<bool>& Base::fits_of(Step step, Exponent exponent) const {
  return (step == Step::sum ? sum_fits_ : exp_fits_)[static_cast<std::size_t>(exponent)];
}

bool Base::has_forms_of(const HandedIn& handed_in) const {
  for (const Exponent exponent : both_exponents) {
    const auto index = static_cast<std::size_t>(exponent);
    for (const Step step : {Step::exp, Step::sum}) {
      const std::vector<bool>& fits = (step == Step::sum ? sum_fits_ : exp_fits_)[index];
      if (of_step(handed_in, step) && fitting_rows(step, exponent, handed_in) != fits) return false;
    }
  }
  return true;
}

// Each row of the middle in one form, for later steps.
Tensor Base::in_usual_form(Step step) const {
  Tensor middle = form(step, Exponent::plain).middle;
  const std::vector<double>& shifted = form(step, Exponent::shifted).middle.values();
  const auto length = step == Step::exp ? static_cast<std::size_t>(problem_.key_count) : 1;
  for (std::size_t start = 0; start < shifted.size(); start += length) {
    if (form_of(start / length) == Exponent::plain) continue;
    for (std::size_t i = start; i < start + length; ++i) middle.values()[i] = shifted[i];
  }
  return middle;
}

void Base::add(Step step) {
  Tensor middle;
  if (step == Step::exp || step == Step::sum) {
    for (const Exponent exponent : both_exponents)
      form(step, exponent).middle = with_handed_in(step, middle_of(step, exponent));
    middle = in_usual_form(step);
  } else {
    middle = with_handed_in(step, middle_of(step));
  }
  middle_.tables.push_back({step, std::move(middle), {}});
  if (keep_ == Keep::no) {
    // Whoever asked for the outcome needs its bounds, and has them now.
    if (of_step(outcomes_.front(), step)) bound(step);
    forget(step);
  } else {
    bound(step);
  }
}

void Base::bound_before(Step step) const {
  while (low_.tables.size() < middle_.tables.size()) {
    const Step next = middle_.tables[low_.tables.size()].step;
    if (next >= step) return;
    bound(next);
    if (keep_ == Keep::no) forget(next);
  }
}

// The ends of an added table.
void Base::bound(Step step) const {
  const auto keep = [&](Tensor low, Tensor high) {
    low_.tables.push_back({step, std::move(low), {}});
    high_.tables.push_back({step, std::move(high), {}});
  };
  if (step != Step::exp && step != Step::sum) {
    Reach reach = to_carry(step, outcome(step));
    return keep(std::move(reach.low), std::move(reach.high));
  }
  for (const Exponent exponent : both_exponents) {
    fits_of(step, exponent) = fitting_rows(step, exponent, handed_in_);
    form(step, exponent) = to_carry(step, outcome(step, exponent));
  }
  Reach usual_form = form(step, Exponent::plain);
  const Reach& shifted = form(step, Exponent::shifted);
  const auto length = step == Step::exp ? static_cast<std::size_t>(problem_.key_count) : 1;
  for (std::size_t start = 0; start < usual_form.middle.values().size(); start += length) {
    if (form_of(start / length) == Exponent::plain) continue;
    for (std::size_t i = start; i < start + length; ++i) usual_form.set(i, shifted.at(i));
  }
  keep(std::move(usual_form.low), std::move(usual_form.high));
}

void Base::forget(Step step) const {
  for (auto& middles : middles_) of_step(middles, step).reset();
  for (auto& outcomes : outcomes_) of_step(outcomes, step).reset();
  for (auto& other : others_) other.reset();
}

}  // namespace qkv::grading
