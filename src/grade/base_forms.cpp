// Tables in forms that are equal to the usual one.
#include <algorithm>
#include <cmath>
#include <utility>

#include "base.hpp"
#include "qkv/trace/heads.hpp"
#include "qkv/trace/pipeline.hpp"

namespace qkv::grading {

const Outcome& Base::kept(Other other) const {
  std::optional<Outcome>& known = others_[static_cast<std::size_t>(other)];
  if (!known) known = calculate(other);
  return *known;
}

const Outcome& Base::prescaled_scores() const {
  return kept(Other::prescaled_scores);
}
const Outcome& Base::unmasked() const {
  return kept(Other::unmasked);
}
const Outcome& Base::late_weights() const {
  return kept(Other::late_weights);
}
const Outcome& Base::shifted_masked() const {
  return kept(Other::shifted_masked);
}

Outcome Base::calculate(Other other) const {
  bound_before(other == Other::prescaled_scores ? Step::scores
               : other == Other::late_weights   ? Step::weights
                                                : Step::masked);
  switch (other) {
    case Other::prescaled_scores:
      return calculate_prescaled_scores();
    case Other::unmasked:
      return calculate_unmasked();
    case Other::late_weights:
      return calculate_late_weights();
    case Other::shifted_masked:
      return calculate_shifted_masked();
  }
  return {};
}

Outcome Base::calculate_prescaled_scores() const {
  const HeadRows q_low = query_rows(problem_, low_);
  const HeadRows q_high = query_rows(problem_, high_);
  const HeadRows k_low = key_rows(problem_, low_);
  const HeadRows k_high = key_rows(problem_, high_);
  const std::vector<Step> reads = tables_read(problem_, Step::scores);
  const int asked = decimals(Step::scores);
  const Division division(problem_.scale.divisor, asked);
  std::vector<Unwritten> cells = scores();
  std::size_t flat = 0;
  for (int b = 0; b < problem_.batch; ++b) {
    for (int h = 0; h < problem_.heads; ++h) {
      const int kv = problem_.kv_head_of(h);
      for (int i = 0; i < problem_.query_count; ++i) {
        for (int j = 0; j < problem_.key_count; ++j, ++flat) {
          // The query first, or the score afterwards.
          SumBound sum(asked);
          for (int d = 0; d < problem_.d_k; ++d) {
            const Interval q = {q_low.row(b, h, i)[d], q_high.row(b, h, i)[d]};
            const Unwritten smaller = division.of(q, read_decimals(reads[0]));
            sum.add(carried(smaller, asked), {k_low.row(b, kv, j)[d], k_high.row(b, kv, j)[d]});
          }
          const Unwritten before = sum.total();
          const Unwritten after = division.of(carried(cells[flat], asked), asked);
          cells[flat] = {hull(carried(before, asked), carried(after, asked)), true};
        }
      }
    }
  }
  Tensor middle = step_row(Step::scores).compute(problem_, middle_);
  for (double& value : middle.values()) value /= problem_.scale.divisor;
  return settle(Step::scores, std::move(middle), cells);
}

std::vector<Unwritten> Base::unmasked_cells() const {
  const Ends scaled = ends(Step::scaled);
  std::vector<Unwritten> cells;
  for (std::size_t flat = 0; flat < scaled.low->values().size(); ++flat) {
    const auto keys = static_cast<std::size_t>(problem_.key_count);
    const QueryRow at = query_row(problem_, flat / keys);
    const double bias = problem_.bias_at(at.batch, at.head, at.query, static_cast<int>(flat % keys));
    cells.push_back(shifted_by(scaled.at(flat), copy_decimals(Step::scaled), std::isfinite(bias) ? bias : 0.0,
                               decimals(Step::masked)));
  }
  return cells;
}

Outcome Base::calculate_unmasked() const {
  Tensor middle = middle_.at(Step::scaled);
  for (std::size_t flat = 0; flat < middle.values().size(); ++flat) {
    const auto keys = static_cast<std::size_t>(problem_.key_count);
    const QueryRow at = query_row(problem_, flat / keys);
    const double bias = problem_.bias_at(at.batch, at.head, at.query, static_cast<int>(flat % keys));
    if (std::isfinite(bias)) middle.values()[flat] += bias;
  }
  return settle(Step::masked, std::move(middle), unmasked_cells());
}

Outcome Base::calculate_late_weights() const {
  const auto keys = static_cast<std::size_t>(problem_.key_count);
  const std::vector<Unwritten> scores = unmasked_cells();
  const int asked = decimals(Step::weights);
  std::vector<Unwritten> cells(scores.size(), Unwritten{{0.0, 0.0}, false});
  for (std::size_t start = 0; start < scores.size(); start += keys) {
    std::vector<Interval> row;
    for (std::size_t j = 0; j < keys; ++j) row.push_back(carried(scores[start + j], decimals(Step::masked)));
    const std::vector<Interval> all = softmax(row, true, decimals(Step::exp), decimals(Step::sum));
    const QueryRow at = query_row(problem_, start / keys);
    if (problem_.is_padded_query(at.batch, at.query)) continue;
    std::vector<Interval> shares(keys);
    SumBound sum(asked);
    for (std::size_t j = 0; j < keys; ++j) {
      if (!problem_.may_look(at.batch, at.head, at.query, static_cast<int>(j))) continue;
      shares[j] = carried({all[j], false}, asked);
      sum.add(shares[j]);
    }
    const Interval total = carried(sum.total(), asked);
    for (std::size_t j = 0; j < keys; ++j) {
      if (shares[j] == Interval{}) continue;
      const Interval share = quotient(shares[j], total);
      cells[start + j] = {{std::max(share.low, 0.0), std::min(share.high, 1.0)}, false};
    }
  }
  return settle(Step::weights, step_row(Step::weights).compute(problem_, middle_), cells);
}

Outcome Base::calculate_shifted_masked() const {
  const auto keys = static_cast<std::size_t>(problem_.key_count);
  const std::vector<Unwritten> usual = masked();
  std::vector<Unwritten> cells;
  cells.reserve(usual.size());
  for (std::size_t start = 0; start < usual.size(); start += keys) {
    std::vector<Interval> row;
    for (std::size_t j = 0; j < keys; ++j) row.push_back(carried(usual[start + j], decimals(Step::masked)));
    for (const Interval& cell : below_maximum(row)) cells.push_back({cell, false});
  }
  Tensor middle = shifted_by_maximum(step_row(Step::masked).compute(problem_, middle_));
  return settle(Step::masked, std::move(middle), cells);
}

}  // namespace qkv::grading
