#include "forms.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "qkv/base/number.hpp"

namespace qkv::grading {
namespace {

std::vector<Expectation> expectations(const Outcome& outcome) {
  std::vector<Expectation> cells;
  const std::vector<double>& values = outcome.written.middle.values();
  cells.reserve(values.size());
  for (std::size_t flat = 0; flat < values.size(); ++flat)
    cells.push_back({values[flat], outcome.written.at(flat)});
  return cells;
}

// One form of a table.
struct Candidate {
  std::vector<Expectation> truth, own;
};

Candidate candidate(const Outcome& truth, const Outcome& own) {
  return {expectations(truth), expectations(own)};
}

class Chooser {
 public:
  Chooser(const Problem& problem, const HandedIn& handed_in, Step step, bool reads_right)
      : table_(of_step(handed_in, step)),
        decimals_(of_step(problem.decimals, step)),
        reads_right_(reads_right) {}

  bool handed_in() const { return table_.has_value(); }
  std::size_t rows() const { return table_->rows(); }
  int row_length() const { return table_->row_length; }
  const HandedCell& cell(std::size_t row, int column) const { return table_->cell(row, column); }

  // How many cells of the row get full credit in that form.
  int fits(const Candidate& form, std::size_t row) const { return fits(form.truth, form.own, row); }
  // The same by the true numbers alone.
  int fits_truth(const Candidate& form, std::size_t row) const { return fits(form.truth, form.truth, row); }
  int fits(const std::vector<Expectation>& truth, const std::vector<Expectation>& own,
           std::size_t row) const {
    int count = 0;
    for (int column = 0; column < table_->row_length; ++column) {
      if (cell(row, column).state != HandedCell::State::number) continue;
      const std::size_t flat = flat_of(row, column);
      const CellContext context{truth[flat], own[flat], reads_right_, decimals_};
      const Verdict verdict = judge(cell(row, column).number, context).verdict;
      count += is_right(verdict) || verdict == Verdict::follow_through;
    }
    return count;
  }
  int readable(std::size_t row) const {
    int count = 0;
    for (int column = 0; column < table_->row_length; ++column) {
      count += cell(row, column).state == HandedCell::State::number;
    }
    return count;
  }
  // Every number of the table gets full credit in that form.
  bool all_fit(const Candidate& form) const {
    for (std::size_t row = 0; row < rows(); ++row) {
      if (fits(form, row) != readable(row)) return false;
    }
    return true;
  }
  std::size_t flat_of(std::size_t row, int column) const {
    return row * static_cast<std::size_t>(table_->row_length) + static_cast<std::size_t>(column);
  }

 private:
  const std::optional<HandedTable>& table_;
  int decimals_;
  bool reads_right_;
};

void take_row(Expected& expected, const Candidate& form, std::size_t row, int length) {
  const auto start = static_cast<std::ptrdiff_t>(row) * length;
  std::copy_n(form.truth.begin() + start, length, expected.truth.begin() + start);
  std::copy_n(form.own.begin() + start, length, expected.own.begin() + start);
}

void note(Expected& expected, Form form) {
  if (std::ranges::find(expected.forms, form) == expected.forms.end()) expected.forms.push_back(form);
}

// ---- what needs no look at the learner's own bounds
// -------------------------------------------------------------------------------------------------

bool is_settled(const WrittenNumber& number, const Expectation& truth, double own, bool reads_right,
                double half) {
  return within(number.value, truth.value, half) || (reads_right && within(number.value, own, half)) ||
         contains(truth.written, number.value);
}

// The usual form of a table in which every number is right by the true values or near the learner's own.
std::optional<Expected> settled_early(const Problem& problem, const Base& truth, const Base& own,
                                      const HandedIn& handed_in, Step step, bool reads_right) {
  const auto& table = of_step(handed_in, step);
  const std::vector<double>& own_values = own.middle_of(step).values();
  Expected expected;
  expected.truth = expectations(truth.outcome(step));
  const double half = half_unit(of_step(problem.decimals, step));
  for (std::size_t flat = 0; table && flat < table->cells.size(); ++flat) {
    const HandedCell& cell = table->cells[flat];
    if (cell.state != HandedCell::State::number) continue;
    if (!is_settled(cell.number, expected.truth[flat], own_values[flat], reads_right, half))
      return std::nullopt;
  }
  expected.own.reserve(own_values.size());
  for (const double value : own_values) expected.own.push_back({value, {value, value}});
  return expected;
}

// ---- scores
// --------------------------------------------------------------------------------------------------

Expected scores(const Problem& problem, const Base& truth, const Base& own, const HandedIn& handed_in,
                const Chooser& chooser) {
  const Candidate usual = candidate(truth.outcome(Step::scores), own.outcome(Step::scores));
  Expected expected{usual.truth, usual.own, {}, false, false, {}};
  if (!chooser.handed_in() || problem.scale.divisor == 1.0) return expected;
  int fit = 0;
  int readable = 0;
  for (std::size_t row = 0; row < chooser.rows(); ++row) {
    fit += chooser.fits(usual, row);
    readable += chooser.readable(row);
  }
  if (fit == readable) return expected;

  const Candidate divided = candidate(truth.prescaled_scores(), own.prescaled_scores());
  for (std::size_t row = 0; row < chooser.rows(); ++row) {
    if (chooser.fits(divided, row) != chooser.readable(row)) return expected;
  }
  // A scaled table must then hold the same numbers: divided twice is a mistake.
  if (const auto& scaled = of_step(handed_in, Step::scaled)) {
    const double apart = half_unit(of_step(problem.decimals, Step::scores)) +
                         half_unit(of_step(problem.decimals, Step::scaled));
    for (std::size_t row = 0; row < scaled->rows(); ++row) {
      for (int column = 0; column < scaled->row_length; ++column) {
        const HandedCell& before = chooser.cell(row, column);
        const HandedCell& after = scaled->cell(row, column);
        if (before.state != HandedCell::State::number || after.state != HandedCell::State::number) continue;
        if (!within(before.number.value, after.number.value, apart)) return expected;
      }
    }
  }
  return {divided.truth, divided.own, {Form::prescaled}, true, false, {}};
}

// ---- masked
// --------------------------------------------------------------------------------------------------

// Whether the weights are zeroed where nothing may be seen and near the right ones: within what a few more
// roundings can do.
bool ends_rightly(const Problem& problem, const HandedIn& handed_in) {
  const auto& weights = of_step(handed_in, Step::weights);
  if (!weights || problem.softmax != Softmax::exp) return false;
  const Trace right = compute(problem, right_recipe(), Carry::exact);
  const std::vector<double>& values = right.at(Step::weights).values();
  const double reach = 2 * (problem.key_count + 1) * half_unit(of_step(problem.decimals, Step::weights));
  for (std::size_t flat = 0; flat < values.size(); ++flat) {
    const HandedCell& cell = weights->cells[flat];
    if (cell.state != HandedCell::State::number) return false;
    if (!within(cell.number.value, values[flat], values[flat] == 0.0 ? 0.0 : reach)) return false;
  }
  return true;
}

// The share of the softmax over all keys that falls on hidden ones.
double hidden_share(const Problem& problem, const QueryRow& at, const double* scores) {
  const double largest = *std::max_element(scores, scores + problem.key_count);
  double hidden = 0.0;
  double sum = 0.0;
  for (int j = 0; j < problem.key_count; ++j) {
    const double numerator = std::exp(scores[j] - largest);
    sum += numerator;
    if (!problem.may_look(at.batch, at.head, at.query, j)) hidden += numerator;
  }
  return hidden / sum;
}

// Whether weights that are asked for had to be set to 0, so that a mask was put on, and every such row was
// divided again: what was handed in adds up to 1 rather than to what was left.
bool divides_again(const Problem& problem, const Tensor& unmasked, const HandedTable& weights) {
  const double least = 2 * half_unit(of_step(problem.decimals, Step::weights));
  bool seen = false;
  for (std::size_t row = 0; row < weights.rows(); ++row) {
    const QueryRow at = query_row(problem, row);
    if (problem.is_padded_query(at.batch, at.query)) continue;
    const double* scores = unmasked.values().data() + row * static_cast<std::size_t>(problem.key_count);
    const double hidden = hidden_share(problem, at, scores);
    if (hidden <= least || hidden == 1.0) continue;
    double sum = 0.0;
    for (int j = 0; j < problem.key_count; ++j) sum += weights.cell(row, j).number.value;
    if (std::fabs(sum - 1.0) >= std::fabs(sum - (1.0 - hidden))) return false;
    seen = true;
  }
  return seen;
}

// A mask may be put on after the softmax instead, if what is left is divided by its sum again: the table in
// between then holds what scaled holds.
std::optional<Expected> masked_late(const Problem& problem, const Base& truth, const Base& own,
                                    const HandedIn& handed_in, const Chooser& chooser) {
  const Outcome& unmasked = truth.unmasked();
  const Candidate late = candidate(unmasked, own.unmasked());
  for (std::size_t row = 0; row < chooser.rows(); ++row) {
    if (chooser.fits(late, row) != chooser.row_length()) return std::nullopt;
  }
  if (!ends_rightly(problem, handed_in)) return std::nullopt;
  if (!divides_again(problem, unmasked.written.middle, *of_step(handed_in, Step::weights)))
    return std::nullopt;
  return Expected{late.truth, late.own, {Form::masked_late}, false, true, {}};
}

Expected masked(const Problem& problem, const Base& truth, const Base& own, const HandedIn& handed_in,
                const Chooser& chooser) {
  const Candidate usual = candidate(truth.outcome(Step::masked), own.outcome(Step::masked));
  Expected expected{usual.truth, usual.own, {}, false, false, {}};
  if (!chooser.handed_in() || chooser.all_fit(usual)) return expected;
  if (auto late = masked_late(problem, truth, own, handed_in, chooser)) return *std::move(late);
  const Candidate shifted = candidate(truth.shifted_masked(), own.shifted_masked());
  for (std::size_t row = 0; row < chooser.rows(); ++row) {
    // Only a whole row can have been shifted.
    if (chooser.fits(usual, row) == chooser.readable(row)) continue;
    if (chooser.fits(shifted, row) != chooser.readable(row)) continue;
    take_row(expected, shifted, row, chooser.row_length());
    note(expected, Form::row_shifted);
  }
  return expected;
}

// ---- exp and sum
// ---------------------------------------------------------------------------------------------

// Numerators e^(s − c) with a common c of the learner's own: L at the row's largest, so that each of the
// others is L times e^(s − maximum). At least two cells must show it, and the largest must be 1 or more.
std::optional<Candidate> factor_form(const Problem& problem, const Candidate& shifted, const Chooser& chooser,
                                     std::size_t row) {
  const int length = chooser.row_length();
  int top = -1;
  int visible = 0;
  for (int column = 0; column < length; ++column) {
    if (chooser.cell(row, column).state != HandedCell::State::number) return std::nullopt;
    const double value = shifted.truth[chooser.flat_of(row, column)].value;
    visible += value > 0.0;
    if (top < 0 || value > shifted.truth[chooser.flat_of(row, top)].value) top = column;
  }
  const double largest = chooser.cell(row, top).number.value;
  if (visible < 2 || largest < 1.0) return std::nullopt;

  const double radius = half_unit(of_step(problem.decimals, Step::exp)) * 10 / 9;
  Candidate form = shifted;
  for (auto* cells : {&form.truth, &form.own}) {
    for (int column = 0; column < length; ++column) {
      Expectation& cell = (*cells)[chooser.flat_of(row, column)];
      // Masked cells are exactly 0 in every form.
      if (cell.value == 0.0) continue;
      // Without the rounding of the shifted form itself, which nobody wrote down.
      const double low = std::min(cell.written.low + radius, cell.value);
      const double high = std::max(cell.written.high - radius, cell.value);
      cell.value *= largest;
      cell.written = {low * (largest - radius) - radius, high * (largest + radius) + radius};
    }
  }
  return form;
}

int top_of(const Candidate& plain, const Chooser& chooser, std::size_t row) {
  int top = 0;
  for (int column = 1; column < chooser.row_length(); ++column) {
    if (plain.truth[chooser.flat_of(row, column)].value > plain.truth[chooser.flat_of(row, top)].value)
      top = column;
  }
  return top;
}

int visible_in(const Candidate& plain, const Chooser& chooser, std::size_t row) {
  int count = 0;
  for (int column = 0; column < chooser.row_length(); ++column) {
    count += plain.truth[chooser.flat_of(row, column)].value > 0.0;
  }
  return count;
}

// A row that sees one key alone shows no factor of its own: it may carry that of another row, or have the
// same largest number as that row.
void factor_in_rows_of_one(const Problem& problem, const Candidate& plain, const Chooser& chooser,
                           Expected& expected) {
  const auto with_factor = std::ranges::find(expected.rows, std::optional(RowForm::factor));
  if (with_factor == expected.rows.end()) return;
  const auto shown = static_cast<std::size_t>(with_factor - expected.rows.begin());
  const int top = top_of(plain, chooser, shown);
  const double radius = half_unit(of_step(problem.decimals, Step::exp)) * 10 / 9;
  const double carried = chooser.cell(shown, top).number.value;
  const double unshifted = plain.truth[chooser.flat_of(shown, top)].value;
  for (std::size_t row = 0; row < expected.rows.size(); ++row) {
    if (!expected.rows[row] || visible_in(plain, chooser, row) != 1) continue;
    const int column = top_of(plain, chooser, row);
    const std::size_t flat = chooser.flat_of(row, column);
    Expectation cell = plain.truth[flat];
    cell.value *= carried / unshifted;
    cell.written = {cell.written.low * (carried - radius) / unshifted - radius,
                    cell.written.high * (carried + radius) / unshifted + radius};
    const double number = chooser.cell(row, column).number.value;
    if (chooser.fits(expected.truth, expected.own, row) == chooser.row_length()) continue;
    if (within(number, carried, 2 * radius)) cell = {carried, {carried - 2 * radius, carried + 2 * radius}};
    if (!contains(cell.written, number)) continue;
    expected.truth[flat] = expected.own[flat] = cell;
    expected.rows[row] = RowForm::factor;
  }
}

// A sum belongs to the numerators beside it: in their form, and from the learner's own where they carry a
// factor.
bool take_form_of_numerators(Expected& expected, const Candidate& plain, const Candidate& shifted,
                             std::size_t row, const RowForms& exp_rows) {
  if (row >= exp_rows.size() || !exp_rows[row]) return false;
  take_row(expected, *exp_rows[row] == RowForm::plain ? plain : shifted, row, 1);
  if (*exp_rows[row] == RowForm::factor) expected.truth[row] = expected.own[row];
  return true;
}

Expected numerators(const Problem& problem, const Base& truth, const Base& own, Step step,
                    const Chooser& chooser, const RowForms& exp_rows) {
  const auto form = [&](Exponent exponent) {
    return candidate(truth.outcome(step, exponent), own.outcome(step, exponent));
  };
  const Candidate plain = form(Exponent::plain);
  Expected expected{plain.truth, plain.own, {}, false, false, {}};
  if (problem.softmax == Softmax::row_sum) return expected;
  const Candidate shifted = form(Exponent::shifted);
  const int length = step == Step::sum ? 1 : problem.key_count;
  const std::size_t rows = plain.truth.size() / static_cast<std::size_t>(length);
  expected.rows.resize(rows);
  for (std::size_t row = 0; row < rows; ++row) {
    const bool plain_is_usual = truth.usual(row) == Exponent::plain;
    const Candidate& usual = plain_is_usual ? plain : shifted;
    const Candidate& other = plain_is_usual ? shifted : plain;
    if (step == Step::sum && take_form_of_numerators(expected, plain, shifted, row, exp_rows)) continue;
    take_row(expected, usual, row, length);
    if (!chooser.handed_in()) continue;
    const bool whole = chooser.readable(row) == length;
    if (whole) expected.rows[row] = plain_is_usual ? RowForm::plain : RowForm::shifted;
    const int fit = chooser.fits(usual, row);
    const int other_fit = chooser.fits(other, row);
    // A masked row with its maximum subtracted makes the one form of its numerators look like the other.
    const bool is_other =
        whole && chooser.fits_truth(usual, row) < length && chooser.fits_truth(other, row) == length;
    if (fit == chooser.readable(row) && !is_other) continue;
    if (step == Step::exp && other_fit != chooser.readable(row)) {
      const std::optional<Candidate> factor = factor_form(problem, shifted, chooser, row);
      if (factor && chooser.fits(*factor, row) == length) {
        take_row(expected, *factor, row, length);
        expected.rows[row] = RowForm::factor;
        note(expected, Form::exp_factor);
        continue;
      }
    }
    if (other_fit <= fit && !is_other) continue;
    take_row(expected, other, row, length);
    if (whole) expected.rows[row] = plain_is_usual ? RowForm::shifted : RowForm::plain;
    if (step == Step::exp) note(expected, plain_is_usual ? Form::exp_shifted : Form::exp_plain);
  }
  if (step == Step::exp && chooser.handed_in()) factor_in_rows_of_one(problem, plain, chooser, expected);
  return expected;
}

}  // namespace

Expected expected_cells(const Problem& problem, const Base& truth, const Base& own, const HandedIn& handed_in,
                        Step step, bool reads_right, const RowForms& exp_rows, bool masked_late) {
  const bool one_form = step != Step::exp && step != Step::sum && !(step == Step::weights && masked_late);
  if (one_form) {
    if (auto early = settled_early(problem, truth, own, handed_in, step, reads_right))
      return *std::move(early);
  }
  const Chooser chooser(problem, handed_in, step, reads_right);
  if (step == Step::scores) return scores(problem, truth, own, handed_in, chooser);
  if (step == Step::masked) return masked(problem, truth, own, handed_in, chooser);
  if (step == Step::exp || step == Step::sum) return numerators(problem, truth, own, step, chooser, exp_rows);
  Expected expected{expectations(truth.outcome(step)), expectations(own.outcome(step)), {}, false, false, {}};
  if (step == Step::weights && masked_late) {
    // The right weights with some more roundings, whatever the sums in between say.
    const std::vector<Expectation> late = expectations(truth.late_weights());
    for (std::size_t flat = 0; flat < late.size(); ++flat) {
      Expectation& cell = expected.truth[flat];
      cell.written = hull(cell.written, late[flat].written);
      expected.own[flat] = cell;
    }
  }
  return expected;
}

}  // namespace qkv::grading
