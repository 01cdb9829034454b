// What a table is judged from: all tables before it, with everything that rounding can make of them.
#pragma once

#include <array>
#include <optional>
#include <vector>

#include "handed_in.hpp"
#include "qkv/grade/bounds.hpp"
#include "qkv/model/problem.hpp"
#include "qkv/trace/trace.hpp"

namespace qkv::grading {

// The two accepted ways to write the numerators of a softmax: e^s, or e^(s − row maximum).
enum class Exponent { plain, shifted };
inline constexpr std::array both_exponents = {Exponent::plain, Exponent::shifted};

// A table of intervals with the value in the middle.
struct Reach {
  Tensor middle, low, high;

  Interval at(std::size_t flat) const { return {low.values()[flat], high.values()[flat]}; }
  void set(std::size_t flat, const Interval& interval);
};

// A step's table as it follows from the tables before it.
struct Outcome {
  Reach written;            // what may stand in its cells
  Reach carried;            // what later steps may find in them if the table is left out
  std::vector<bool> exact;  // nothing on the way to this cell could be rounded, and the cell itself cannot
};

class Base {
 public:
  enum class Kind {
    truth,  // in the middle are the true values, whatever was handed in
    own     // in the middle is what was handed in, where a whole row of it can be read; elsewhere it is
            // recomputed
  };
  // Whether outcomes are kept when their table is added, or only until then. Kept ones do not change with
  // later tables.
  enum class Keep { no, yes };
  Base(const Problem& problem, const HandedIn& handed_in, Kind kind, Keep keep = Keep::no);
  Base(const Base&) = delete;
  Base& operator=(const Base&) = delete;

  // From the tables added so far. The exponent matters for exp and sum alone. This one and the four below are
  // calculated once, and valid until their table is added if they are not kept.
  const Outcome& outcome(Step step, Exponent exponent = Exponent::plain) const;
  // What is in the middle of it, without the rest: that is calculated when it is first asked for.
  const Tensor& middle_of(Step step, Exponent exponent = Exponent::plain) const;
  // The exponent that the pipeline uses for a row: plain where its largest score is easy to write down.
  Exponent usual(std::size_t row) const;
  // scores as they come out of a query that was divided by √d_k before.
  const Outcome& prescaled_scores() const;
  // masked with nothing blocked: the scaled scores plus the bias.
  const Outcome& unmasked() const;
  // weights from a softmax over all keys, rounded, those of hidden keys set to 0 and the rest divided by
  // their sum: more stages than usual, the same numbers.
  const Outcome& late_weights() const;
  // masked with the maximum of each row subtracted.
  const Outcome& shifted_masked() const;

  // Adds the table, for later steps to read. For exp and sum: in both forms.
  void add(Step step);
  // From here on `scores` counts as divided already: scaled is a copy of it.
  void set_prescaled() { prescaled_ = true; }

  // Whether the numerators and sums of that sheet, whose rows can be read where these could, are of the same
  // forms: then its true base is this one.
  bool has_forms_of(const HandedIn& handed_in) const;

  // The middle tables; exp and sum in their usual form.
  const Trace& middle() const { return middle_; }

 private:
  struct Ends {
    Interval at(std::size_t flat) const { return {low->values()[flat], high->values()[flat]}; }
    const Tensor* low;
    const Tensor* high;
  };
  Ends ends(Step step) const;
  int decimals(Step step) const { return of_step(problem_.decimals, step); }
  int read_decimals(Step step) const;
  // The same for a table all of which was written down; −1 for others.
  int written_decimals(Step step) const;
  // The same for a step that copies its numbers. A copy is rounded as one with the original, unless that one
  // was written down: it may have been carried with more decimals and is rounded anew then.
  int copy_decimals(Step step) const;
  bool handed_row(Step step, std::size_t row) const;
  std::vector<Interval> score_row(std::size_t row) const;
  std::vector<Unwritten> unmasked_cells() const;
  Reach& form(Step step, Exponent exponent) const;

  enum class Other { prescaled_scores, unmasked, late_weights, shifted_masked };
  Outcome calculate(Other other) const;
  const Outcome& kept(Other other) const;
  Outcome calculate_prescaled_scores() const;
  Outcome calculate_unmasked() const;
  Outcome calculate_late_weights() const;
  Outcome calculate_shifted_masked() const;
  Tensor calculate_middle(Step step, Exponent exponent) const;
  void divide_lost_rows(Tensor& weights) const;
  std::vector<Unwritten> unwritten(Step step, Exponent exponent) const;
  std::vector<Unwritten> projection(const Projection& projection, const Tensor& x_low, const Tensor& x_high,
                                    Step step, int x_decimals) const;
  std::vector<Unwritten> copy(Step step, Step from) const;
  std::vector<Unwritten> scores() const;
  std::vector<Unwritten> scaled() const;
  std::vector<Unwritten> masked() const;
  std::vector<Unwritten> exponential(Exponent exponent) const;
  std::vector<Unwritten> sums(Exponent exponent) const;
  std::vector<Unwritten> weights() const;
  bool sees_anything(std::size_t row) const;
  std::vector<Interval> weight_row(std::size_t row, Exponent exponent) const;
  std::vector<Exponent> exponents(std::size_t row) const;
  std::vector<Unwritten> dropped() const;
  std::vector<Unwritten> output() const;
  std::vector<Unwritten> projected() const;
  Outcome settle(Step step, Tensor middle, const std::vector<Unwritten>& cells) const;
  Reach to_carry(Step step, const Outcome& outcome) const;
  Exponent form_of(std::size_t row) const;
  std::vector<bool> fitting_rows(Step step, Exponent exponent, const HandedIn& handed_in) const;
  std::vector<bool>& fits_of(Step step, Exponent exponent) const;
  Tensor with_handed_in(Step step, Tensor middle) const;
  Tensor in_usual_form(Step step) const;
  void bound_before(Step step) const;
  void bound(Step step) const;
  void forget(Step step) const;

  const Problem& problem_;
  const HandedIn& handed_in_;
  Kind kind_;
  Keep keep_;
  bool prescaled_ = false;
  Trace middle_;
  // As far as they were asked for, up to some step.
  mutable Trace low_, high_;
  mutable std::array<Reach, 2> exp_, sum_;  // by exponent; the middle of all that were added
  // Per row: numerators, or a sum, that were handed in are of this form.
  mutable std::array<std::vector<bool>, 2> exp_fits_, sum_fits_;
  mutable std::array<PerStep<std::optional<Tensor>>, 2> middles_;    // by exponent
  mutable std::array<PerStep<std::optional<Outcome>>, 2> outcomes_;  // by exponent
  mutable std::array<std::optional<Outcome>, 4> others_;
};

// The four indices [batch, head, query] of a row of a [B, H, T_q, …] table.
struct QueryRow {
  int batch, head, query;
};
QueryRow query_row(const Problem& problem, std::size_t row);

// The scores of each row less its largest; −∞ stays.
Tensor shifted_by_maximum(Tensor scores);

}  // namespace qkv::grading
