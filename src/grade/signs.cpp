#include "signs.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "early_rounding.hpp"
#include "qkv/trace/heads.hpp"
#include "qkv/trace/pipeline.hpp"

namespace qkv::grading {
namespace {

class SignFinder {
 public:
  SignFinder(const Problem& problem, const HandedTable& handed_in, const Trace& tables, Step step)
      : problem_(problem),
        handed_in_(handed_in),
        tables_(tables),
        step_(step),
        half_unit_(half_unit(of_step(problem.decimals, step))) {}

  std::vector<SignReport> find(const std::vector<Expectation>& truth, const std::vector<Expectation>& own) {
    if (is_exchanged(problem_, handed_in_, step_, truth) || is_exchanged(problem_, handed_in_, step_, own)) {
      const bool after_softmax = step_ >= Step::exp;
      return {{after_softmax ? Sign::column_convention : Sign::transposed, {}}};
    }
    if (step_ == Step::scores && q_is_k() && !symmetric()) signs_.push_back({Sign::asymmetric, {}});
    for (std::size_t row = 0; row < handed_in_.rows(); ++row) {
      if (handed_in_.row_readable(row)) look_at(row);
    }
    return std::move(signs_);
  }

 private:
  double number(std::size_t flat) const { return handed_in_.cells[flat].number.value; }
  std::size_t keys() const { return static_cast<std::size_t>(problem_.key_count); }

  void add(Sign sign, std::size_t row) {
    const QueryRow at = query_row(problem_, row);
    signs_.push_back({sign, {at.batch, at.head, at.query}});
  }

  bool q_is_k() const {
    if (given_table(problem_, Step::scores) != nullptr || problem_.query_count != problem_.key_count)
      return false;
    const HeadRows q = query_rows(problem_, tables_);
    const HeadRows k = key_rows(problem_, tables_);
    for (int b = 0; b < problem_.batch; ++b) {
      for (int h = 0; h < problem_.heads; ++h) {
        for (int i = 0; i < problem_.query_count; ++i) {
          const double* q_row = q.row(b, h, i);
          if (!std::equal(q_row, q_row + problem_.d_k, k.row(b, problem_.kv_head_of(h), i))) return false;
        }
      }
    }
    return true;
  }

  bool symmetric() const {
    for (std::size_t flat = 0; flat < handed_in_.cells.size(); ++flat) {
      if (handed_in_.cells[flat].state != HandedCell::State::number) return true;
      const std::size_t row = flat / keys();
      const std::size_t mirrored = (row - row % keys() + flat % keys()) * keys() + row % keys();
      if (handed_in_.cells[mirrored].state != HandedCell::State::number) return true;
      if (!within(number(flat), number(mirrored), 2 * half_unit_)) return false;
    }
    return true;
  }

  void look_at(std::size_t row) {
    if (step_ == Step::weights) weight_row(row);
    if (step_ == Step::output) output_row(row);
  }

  void weight_row(std::size_t row) {
    const QueryRow at = query_row(problem_, row);
    if (problem_.is_padded_query(at.batch, at.query)) return;
    double sum = 0.0;
    int visible = 0;
    bool blocked = false;
    for (std::size_t j = 0; j < keys(); ++j) {
      const double weight = number(row * keys() + j);
      const bool may_look = problem_.may_look(at.batch, at.head, at.query, static_cast<int>(j));
      visible += may_look;
      blocked |= !may_look && std::fabs(weight) > half_unit_;
      sum += weight;
    }
    if (blocked) add(Sign::masked_weight, row);
    if (visible > 0 && !within(sum, 1.0, half_unit_ * problem_.key_count)) add(Sign::row_sum, row);
  }

  // A mix with weights from 0 to 1 that add up to 1 stays between the smallest and the largest it mixes.
  void output_row(std::size_t row) {
    if (problem_.softmax != Softmax::exp || problem_.dropout) return;
    const QueryRow at = query_row(problem_, row);
    const HeadRows values = value_rows(problem_, tables_);
    const auto features = static_cast<std::size_t>(problem_.d_v);
    for (std::size_t d = 0; d < features; ++d) {
      double low = std::numeric_limits<double>::infinity();
      double high = -low;
      for (int j = 0; j < problem_.key_count; ++j) {
        if (!problem_.may_look(at.batch, at.head, at.query, j)) continue;
        const double value = values.row(at.batch, problem_.kv_head_of(at.head), j)[d];
        low = std::min(low, value);
        high = std::max(high, value);
      }
      // Rounded weights may add up to a little more or less than 1.
      const double slack = half_unit_ * (1 + problem_.key_count * std::max(std::fabs(low), std::fabs(high)));
      if (low > high || contains({low - slack, high + slack}, number(row * features + d))) continue;
      add(Sign::outside_values, row);
      return;
    }
  }

  const Problem& problem_;
  const HandedTable& handed_in_;
  const Trace& tables_;
  Step step_;
  double half_unit_;
  std::vector<SignReport> signs_;
};

}  // namespace

bool is_exchanged(const Problem& problem, const HandedTable& handed_in, Step step,
                  const std::vector<Expectation>& cells) {
  const bool has_keys = step >= Step::scores && step <= Step::dropped && step != Step::sum;
  const auto keys = static_cast<std::size_t>(problem.key_count);
  if (!has_keys || problem.query_count != problem.key_count || keys < 2) return false;
  int told_apart = 0;
  for (std::size_t flat = 0; flat < cells.size(); ++flat) {
    if (handed_in.cells[flat].state != HandedCell::State::number) return false;
    const std::size_t row = flat / keys;
    const std::size_t mirrored = (row - row % keys + flat % keys) * keys + row % keys;
    const double number = handed_in.cells[flat].number.value;
    if (!contains(cells[mirrored].written, number)) return false;
    told_apart += !contains(cells[flat].written, number);
  }
  return told_apart >= 2;
}

std::vector<SignReport> find_signs(const Problem& problem, const HandedIn& handed_in,
                                   const Expected& expected, const Base& truth, const Base& own,
                                   const TableReport& report) {
  const bool unexplained = std::ranges::any_of(
      report.cells, [](const CellReport& cell) { return cell.verdict == Verdict::wrong; });
  if (!unexplained) return {};
  if (is_rounded_early(problem, handed_in, own, report.step, expected.own))
    return {{Sign::rounded_early, {}}};
  return SignFinder(problem, *of_step(handed_in, report.step), truth.middle(), report.step)
      .find(expected.truth, expected.own);
}

}  // namespace qkv::grading
