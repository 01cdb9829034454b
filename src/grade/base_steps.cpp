// Step by step: what a cell can come to from the tables before it.
#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "base.hpp"
#include "qkv/base/number.hpp"
#include "qkv/trace/heads.hpp"
#include "qkv/trace/pipeline.hpp"
#include "qkv/trace/softmax.hpp"

namespace qkv::grading {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();
// Below so many half units the decimals of a plain exponential say nothing: nobody is taken to have gone on
// with it.
constexpr double plain_from = 20.0;
// Beyond e^700 a double holds no plain exponential.
constexpr double plain_to = 700.0;

const Unwritten nothing = {};

}  // namespace

std::vector<Unwritten> Base::projection(const Projection& projection, const Tensor& x_low,
                                        const Tensor& x_high, Step step, int x_decimals) const {
  const int in = projection.w.size(0);
  const int out = projection.w.size(1);
  const auto rows = x_low.values().size() / static_cast<std::size_t>(in);
  std::vector<Unwritten> cells;
  cells.reserve(rows * static_cast<std::size_t>(out));
  for (std::size_t row = 0; row < rows; ++row) {
    const double* low = x_low.values().data() + row * static_cast<std::size_t>(in);
    const double* high = x_high.values().data() + row * static_cast<std::size_t>(in);
    for (int j = 0; j < out; ++j) {
      SumBound sum(decimals(step));
      for (int i = 0; i < in; ++i) {
        const double w = projection.w.at({i, j});
        sum.add({low[i], high[i]}, {w, w}, x_decimals);
      }
      if (projection.b) {
        const double b = projection.b->values()[static_cast<std::size_t>(j)];
        sum.add({b, b});
      }
      cells.push_back(sum.total());
    }
  }
  return cells;
}

// The numbers of another table in other places.
std::vector<Unwritten> Base::copy(Step step, Step from) const {
  const StepFunction rearrange = step_row(step).compute;
  const Tensor low = rearrange(problem_, low_);
  const Tensor high = rearrange(problem_, high_);
  std::vector<Unwritten> cells;
  cells.reserve(low.values().size());
  for (std::size_t i = 0; i < low.values().size(); ++i) {
    cells.push_back(copied({low.values()[i], high.values()[i]}, copy_decimals(from), decimals(step)));
  }
  return cells;
}

std::vector<Unwritten> Base::scores() const {
  const HeadRows q_low = query_rows(problem_, low_);
  const HeadRows q_high = query_rows(problem_, high_);
  const HeadRows k_low = key_rows(problem_, low_);
  const HeadRows k_high = key_rows(problem_, high_);
  const std::vector<Step> reads = tables_read(problem_, Step::scores);
  const int q_decimals = written_decimals(reads[0]);
  const int k_decimals = written_decimals(reads[1]);
  const int asked = decimals(Step::scores);
  std::vector<Unwritten> cells;
  for (int b = 0; b < problem_.batch; ++b) {
    for (int h = 0; h < problem_.heads; ++h) {
      const int kv = problem_.kv_head_of(h);
      for (int i = 0; i < problem_.query_count; ++i) {
        for (int j = 0; j < problem_.key_count; ++j) {
          SumBound sum(asked);
          for (int d = 0; d < problem_.d_k; ++d) {
            sum.add({q_low.row(b, h, i)[d], q_high.row(b, h, i)[d]},
                    {k_low.row(b, kv, j)[d], k_high.row(b, kv, j)[d]}, q_decimals, k_decimals);
          }
          cells.push_back(sum.total());
        }
      }
    }
  }
  return cells;
}

std::vector<Unwritten> Base::scaled() const {
  const Ends score = ends(Step::scores);
  const Division division(prescaled_ ? 1.0 : problem_.scale.divisor, decimals(Step::scaled));
  const int score_decimals = copy_decimals(Step::scores);
  std::vector<Unwritten> cells;
  cells.reserve(score.low->values().size());
  for (std::size_t i = 0; i < score.low->values().size(); ++i) {
    cells.push_back(division.of(score.at(i), score_decimals));
  }
  return cells;
}

std::vector<Unwritten> Base::masked() const {
  const Ends scaled = ends(Step::scaled);
  std::vector<Unwritten> cells;
  cells.reserve(scaled.low->values().size());
  const auto keys = static_cast<std::size_t>(problem_.key_count);
  for (std::size_t flat = 0; flat < scaled.low->values().size(); ++flat) {
    const QueryRow at = query_row(problem_, flat / keys);
    const int j = static_cast<int>(flat % keys);
    if (problem_.may_look(at.batch, at.head, at.query, j)) {
      cells.push_back(shifted_by(scaled.at(flat), copy_decimals(Step::scaled),
                                 problem_.bias_at(at.batch, at.head, at.query, j), decimals(Step::masked)));
    } else {
      cells.push_back({{-infinity, -infinity}, false});
    }
  }
  return cells;
}

std::vector<Unwritten> Base::exponential(Exponent exponent) const {
  const std::size_t rows = softmax_input(low_).values().size() / static_cast<std::size_t>(problem_.key_count);
  const Step input = tables_read(problem_, Step::exp).front();
  std::vector<Unwritten> cells;
  for (std::size_t row = 0; row < rows; ++row) {
    const std::vector<Interval> scores = score_row(row);
    if (problem_.softmax == Softmax::row_sum) {
      for (const Interval& score : scores) {
        cells.push_back(score.high == -infinity ? nothing
                                                : copied(score, copy_decimals(input), decimals(Step::exp)));
      }
      continue;
    }
    const auto numerators = exponentials(exponent == Exponent::plain ? scores : below_maximum(scores));
    for (const Interval& numerator : numerators) cells.push_back({numerator, false});
  }
  return cells;
}

std::vector<Unwritten> Base::sums(Exponent exponent) const {
  const Reach& numerators = form(Step::exp, exponent);
  const auto keys = static_cast<std::size_t>(problem_.key_count);
  const int exp_decimals = written_decimals(Step::exp);
  std::vector<Unwritten> cells;
  for (std::size_t start = 0; start < numerators.low.values().size(); start += keys) {
    SumBound sum(decimals(Step::sum));
    for (std::size_t j = 0; j < keys; ++j) sum.add(numerators.at(start + j), {1.0, 1.0}, exp_decimals);
    cells.push_back(sum.total());
  }
  return cells;
}

// The forms in which the numerators of a row may have been carried.
std::vector<Exponent> Base::exponents(std::size_t row) const {
  if (problem_.softmax == Softmax::row_sum) return {Exponent::plain};
  const bool handed = handed_row(Step::exp, row);
  // The learner's own numerators are what they are; the true ones come in the form that was handed in, or in
  // both where that cannot be told.
  if (handed && kind_ == Kind::own) return {Exponent::plain};
  const auto written_as = [&](Exponent exponent) {
    return exp_fits_[static_cast<std::size_t>(exponent)][row];
  };
  if (handed && written_as(Exponent::plain) != written_as(Exponent::shifted)) {
    return {written_as(Exponent::plain) ? Exponent::plain : Exponent::shifted};
  }
  double largest = -infinity;
  for (const Interval& score : score_row(row)) largest = std::max(largest, score.high);
  std::vector<Exponent> possible = {Exponent::shifted};
  const double least = plain_from * half_unit(decimals(Step::exp));
  if (largest < plain_to && std::exp(largest) >= least) possible.push_back(Exponent::plain);
  if (handed || !handed_row(Step::sum, row)) return possible;
  // A given sum may be a few digits off what the learner's own scores lead to and so fit neither form.
  if (kind_ == Kind::own && problem_.is_given(Step::sum)) return {form_of(row)};
  // A sum that was handed in says which.
  std::erase_if(possible,
                [&](Exponent exponent) { return !sum_fits_[static_cast<std::size_t>(exponent)][row]; });
  return possible.empty() ? std::vector{Exponent::shifted} : possible;
}

// The form of a row of the middle: the usual one, or that of a sum which was handed in without its
// numerators.
Exponent Base::form_of(std::size_t row) const {
  if (kind_ == Kind::truth || handed_row(Step::exp, row) || !handed_row(Step::sum, row)) return usual(row);
  const double sum = of_step(handed_in_, Step::sum)->cell(row, 0).number.value;
  const auto distance = [&](Exponent exponent) {
    const Tensor& numerators = form(Step::exp, exponent).middle;
    const auto keys = static_cast<std::ptrdiff_t>(problem_.key_count);
    const auto start = numerators.values().begin() + static_cast<std::ptrdiff_t>(row) * keys;
    return std::fabs(std::accumulate(start, start + keys, 0.0) - sum);
  };
  if (distance(Exponent::plain) == distance(Exponent::shifted)) return usual(row);
  return distance(Exponent::plain) < distance(Exponent::shifted) ? Exponent::plain : Exponent::shifted;
}

bool Base::sees_anything(std::size_t row) const {
  const QueryRow at = query_row(problem_, row);
  for (int j = 0; j < problem_.key_count; ++j) {
    if (problem_.may_look(at.batch, at.head, at.query, j)) return true;
  }
  return false;
}

std::vector<Interval> Base::weight_row(std::size_t row, Exponent exponent) const {
  const bool straight =
      problem_.softmax == Softmax::exp && !handed_row(Step::exp, row) && !handed_row(Step::sum, row);
  if (straight) {
    return softmax(score_row(row), exponent == Exponent::shifted, decimals(Step::exp), decimals(Step::sum));
  }
  const auto keys = static_cast<std::size_t>(problem_.key_count);
  const Interval sum = form(Step::sum, exponent).at(row);
  // A sum that was rounded away to 0 is nothing to divide by: whoever goes on from there does so from the
  // scores.
  if (problem_.softmax == Softmax::exp && sees_anything(row) && contains(sum, 0.0)) {
    return softmax(score_row(row), true, decimals(Step::exp), decimals(Step::sum));
  }
  std::vector<Interval> weights;
  for (std::size_t j = 0; j < keys; ++j) {
    weights.push_back(quotient(form(Step::exp, exponent).at(row * keys + j), sum));
  }
  return weights;
}

std::vector<Unwritten> Base::weights() const {
  const auto keys = static_cast<std::size_t>(problem_.key_count);
  const std::size_t rows = form(Step::sum, Exponent::plain).low.values().size();
  std::vector<Unwritten> cells;
  cells.reserve(rows * keys);
  for (std::size_t row = 0; row < rows; ++row) {
    const QueryRow at = query_row(problem_, row);
    std::vector<Interval> reach(keys);
    if (!problem_.is_padded_query(at.batch, at.query)) {
      const std::vector<Exponent> possible = exponents(row);
      reach = weight_row(row, possible.front());
      if (possible.size() > 1) {
        const std::vector<Interval> other = weight_row(row, possible.back());
        for (std::size_t j = 0; j < keys; ++j) reach[j] = hull(reach[j], other[j]);
      }
    }
    for (std::size_t j = 0; j < keys; ++j) {
      const bool visible = problem_.may_look(at.batch, at.head, at.query, static_cast<int>(j));
      // A blocked numerator is 0 whatever the sum is; on wrong numbers of the learner's own it may not be.
      cells.push_back(visible || kind_ == Kind::own ? Unwritten{reach[j], false} : nothing);
    }
  }
  return cells;
}

std::vector<Unwritten> Base::dropped() const {
  const Dropout& dropout = *problem_.dropout;
  const Division division(1.0 - dropout.p, decimals(Step::dropped));
  const int weight_decimals = copy_decimals(Step::weights);
  const Ends weights = ends(Step::weights);
  const auto keys = static_cast<std::size_t>(problem_.key_count);
  std::vector<Unwritten> cells;
  for (std::size_t flat = 0; flat < weights.low->values().size(); ++flat) {
    const QueryRow at = query_row(problem_, flat / keys);
    const double keep =
        broadcast_at(dropout.keep, at.batch, at.head, at.query, static_cast<int>(flat % keys));
    cells.push_back(keep == 0.0 ? nothing : division.of(weights.at(flat), weight_decimals));
  }
  return cells;
}

std::vector<Unwritten> Base::output() const {
  const HeadRows v_low = value_rows(problem_, low_);
  const HeadRows v_high = value_rows(problem_, high_);
  const std::vector<Step> reads = tables_read(problem_, Step::output);
  const Ends weights = ends(reads[0]);
  const int weight_decimals = written_decimals(reads[0]);
  const int v_decimals = written_decimals(reads[1]);
  const auto keys = static_cast<std::size_t>(problem_.key_count);
  const std::size_t rows = weights.low->values().size() / keys;
  std::vector<Unwritten> cells;
  for (std::size_t row = 0; row < rows; ++row) {
    const QueryRow at = query_row(problem_, row);
    const int kv = problem_.kv_head_of(at.head);
    for (int d = 0; d < problem_.d_v; ++d) {
      SumBound sum(decimals(Step::output));
      for (int j = 0; j < problem_.key_count; ++j) {
        sum.add(weights.at(row * keys + static_cast<std::size_t>(j)),
                {v_low.row(at.batch, kv, j)[d], v_high.row(at.batch, kv, j)[d]}, weight_decimals, v_decimals);
      }
      cells.push_back(sum.total());
    }
  }
  return cells;
}

std::vector<Unwritten> Base::projected() const {
  const Step from = tables_read(problem_, Step::projected).front();
  const Ends merged = ends(from);
  std::vector<Unwritten> cells =
      projection(*problem_.w_o, *merged.low, *merged.high, Step::projected, written_decimals(from));
  const auto columns = static_cast<std::size_t>(problem_.w_o->w.size(1));
  for (std::size_t flat = 0; flat < cells.size(); ++flat) {
    const auto position = flat / columns;
    const auto queries = static_cast<std::size_t>(problem_.query_count);
    if (problem_.is_padded_query(static_cast<int>(position / queries),
                                 static_cast<int>(position % queries))) {
      cells[flat] = nothing;
    }
  }
  return cells;
}

std::vector<Unwritten> Base::unwritten(Step step, Exponent exponent) const {
  switch (step) {
    case Step::q:
      return projection(problem_.source->q, problem_.source->x, problem_.source->x, step, -1);
    case Step::k:
      return projection(problem_.source->k, problem_.source->x_kv, problem_.source->x_kv, step, -1);
    case Step::v:
      return projection(problem_.source->v, problem_.source->x_kv, problem_.source->x_kv, step, -1);
    case Step::q_heads:
    case Step::k_heads:
    case Step::v_heads:
    case Step::merged:
      return copy(step, tables_read(problem_, step).front());
    case Step::scores:
      return scores();
    case Step::scaled:
      return scaled();
    case Step::masked:
      return masked();
    case Step::exp:
      return exponential(exponent);
    case Step::sum:
      return sums(exponent);
    case Step::weights:
      return weights();
    case Step::dropped:
      return dropped();
    case Step::output:
      return output();
    case Step::projected:
      return projected();
  }
  return {};
}

}  // namespace qkv::grading
