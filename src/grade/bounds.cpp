#include "qkv/grade/bounds.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <deque>
#include <limits>
#include <optional>

#include "qkv/base/number.hpp"

namespace qkv {
namespace {

constexpr double rounded_often = 10.0 / 9.0;  // 1 + 1/10 + 1/100 + …
// More than any table holds, and still finite when it is multiplied on.
constexpr double boundless = 1e200;
constexpr double infinity = std::numeric_limits<double>::infinity();

Interval product(const Interval& a, const Interval& b) {
  const std::array corners = {a.low * b.low, a.low * b.high, a.high * b.low, a.high * b.high};
  const auto [low, high] = std::ranges::minmax(corners);
  return {low, high};
}

// A number of which it is asked more than once how many decimals it has.
class Rounded {
 public:
  explicit Rounded(double value) : value_(value), snapped_(snapped_decimals(value)) {}

  bool has_at_most(int decimals) const {
    if (snapped_ && decimals >= 0 && decimals < snapped_->reached) return snapped_->needed <= decimals;
    return value_ == 0.0 || std::isinf(value_) || round_half_away(value_, decimals) == snap(value_);
  }
  // See rounding_of().
  double rounding(int decimals) const {
    const double u = half_unit(decimals);
    if (has_at_most(decimals)) return 0.0;
    if (has_at_most(decimals + 1)) return u;
    if (has_at_most(decimals + 2)) return u * 1.1;
    return u * rounded_often;
  }
  double value() const { return value_; }

 private:
  double value_;
  std::optional<SnappedDecimals> snapped_;
};

// Decimals that a given number has, up to 12.
int decimals_of(double value) {
  constexpr int most = 12;
  const Rounded number(value);
  int decimals = 0;
  while (decimals < most && !number.has_at_most(decimals)) ++decimals;
  return decimals;
}

// A row and its largest upper and lower ends, leaving one cell out: the two largest decide.
struct Largest {
  double first = -infinity;
  double second = -infinity;
  std::size_t at = 0;
  std::size_t second_at = 0;

  double without(std::size_t j) const { return j == at ? second : first; }
  std::size_t leader_without(std::size_t j) const { return j == at ? second_at : at; }
};
template <typename End>
Largest largest(const std::vector<Interval>& row, End end) {
  Largest found;
  for (std::size_t j = 0; j < row.size(); ++j) {
    const double value = end(row[j]);
    if (value > found.first) {
      found.second = found.first;
      found.second_at = found.at;
      found.first = value;
      found.at = j;
    } else if (value > found.second) {
      found.second = value;
      found.second_at = j;
    }
  }
  return found;
}

double low_of(const Interval& interval) {
  return interval.low;
}
double high_of(const Interval& interval) {
  return interval.high;
}

// A sum that cancels out to the noise of binary numbers is 0; `size` is that of its terms.
double without_noise(double sum, double size) {
  constexpr double noise = 1e-14;
  return std::fabs(sum) <= noise * std::fabs(size) ? 0.0 : sum;
}

// The lowest number that rounding, to those decimals or more, once or more often, makes of a number.
double lowest_rounded(double value, int decimals) {
  const Rounded number(value);
  if (number.has_at_most(decimals)) return value;
  constexpr int looked_at = 3;
  constexpr double noise = 1e-9;
  double lowest = value;
  for (int d = decimals; d < decimals + looked_at; ++d) {
    const double unit = 2 * half_unit(d);
    lowest = std::min(lowest, std::ceil((value - number.rounding(d)) / unit - noise) * unit);
  }
  return std::min(lowest, value - number.rounding(decimals + looked_at));
}

struct Stages {
  int exp_decimals;
  int sum_decimals;

  double event() const { return half_unit(sum_decimals) * rounded_often; }
  // Of a numerator that is not known exactly.
  double rounding(const Interval& numerator) const {
    return numerator.is_point() ? rounding_of(numerator.low, exp_decimals)
                                : half_unit(exp_decimals) * rounded_often;
  }
  // How far a numerator can move the sum that it is added to: rounded itself (by `rounding`), or left as it
  // is and a partial sum rounded in its place; both where the sum has fewer decimals than the numerators.
  double move(const Interval& numerator, double rounding) const {
    const bool full =
        numerator.is_point() && has_at_most(numerator.low, std::min(exp_decimals, sum_decimals));
    if (full) return 0.0;
    return exp_decimals <= sum_decimals ? std::max(rounding, rounding / 10 + event()) : rounding + event();
  }
};

// The numerators e^(score − shift) of a row, and what each may be in the sum. Built once for a shift, since
// every weight of the row needs all of them.
struct Numerators {
  Numerators(const std::vector<Interval>& scores, double at_shift, const Stages& stages) : shift(at_shift) {
    for (const Interval& score : scores) {
      const Interval power = {std::exp(score.low - shift), std::exp(score.high - shift)};
      powers.push_back(power);
      highest.push_back(highest_in_sum(power, stages));
      lowest.push_back(lowest_in_sum(power, stages));
      sum_highest += highest.back();
      sum_lowest += lowest.back();
    }
    leaders = largest(powers, low_of);
  }

  static double highest_in_sum(const Interval& power, const Stages& stages) {
    const double rounded = -lowest_rounded(-power.high, stages.exp_decimals);
    return power.high + stages.move(power, rounded - power.high);
  }
  static double lowest_in_sum(const Interval& power, const Stages& stages) {
    const double rounded = std::max(0.0, lowest_rounded(power.low, stages.exp_decimals));
    return power.low - stages.move(power, power.low - rounded);
  }

  double shift;
  std::vector<Interval> powers;
  std::vector<double> highest, lowest;
  double sum_highest = 0.0;
  double sum_lowest = 0.0;
  Largest leaders;
};

// The numerator rounded down from its low end. Whoever gets that from a larger number e still has e below it
// by no more than the rounding: so far up may the same numerator stand in the sum.
double least_weight(const Numerators& row, std::size_t j, const Stages& stages) {
  const Interval& own = row.powers[j];
  const double rounding = stages.rounding(own);
  const double numerator = std::max(0.0, lowest_rounded(own.low, stages.exp_decimals));
  const double in_sum =
      std::max(own.low, std::min(own.high, numerator + rounding)) + stages.move(own, rounding);
  const double sum = row.sum_highest - row.highest[j] + in_sum;
  return numerator / std::max(sum, std::numeric_limits<double>::min());
}

// other_lowest: what the other keys add to the sum at least.
double largest_weight(const Numerators& row, std::size_t j, double others_lowest, const Stages& stages) {
  const Interval& own = row.powers[j];
  const double rounding = stages.rounding(own);
  const double numerator = -lowest_rounded(-own.high, stages.exp_decimals);
  const double in_sum =
      std::min(own.high, std::max(own.low, numerator - rounding)) - stages.move(own, rounding);
  // Rounding never turns the largest numerator or the sum into nothing: at most a third of it is lost each
  // time.
  const double largest = std::max(own.low, row.leaders.without(j));
  const double least = std::max(largest * 4 / 9, std::numeric_limits<double>::min());
  return numerator / std::max(others_lowest + in_sum, least);
}

// A row for every shift that its weights ask for: few, since most weights are shifted by the same leader.
class Shifts {
 public:
  Shifts(const std::vector<Interval>& scores, const Stages& stages) : scores_(scores), stages_(stages) {}

  const Numerators& at(double shift) {
    for (const Numerators& row : rows_) {
      if (row.shift == shift) return row;
    }
    return rows_.emplace_back(scores_, shift, stages_);
  }

 private:
  const std::vector<Interval>& scores_;
  const Stages& stages_;
  std::deque<Numerators> rows_;
};

}  // namespace

double half_unit(int decimals) {
  constexpr std::array halves = {0.5,    0.5e-1,  0.5e-2,  0.5e-3,  0.5e-4,  0.5e-5,  0.5e-6,  0.5e-7, 0.5e-8,
                                 0.5e-9, 0.5e-10, 0.5e-11, 0.5e-12, 0.5e-13, 0.5e-14, 0.5e-15, 0.5e-16};
  return halves[std::min(static_cast<std::size_t>(decimals), halves.size() - 1)];
}

bool has_at_most(double value, int decimals) {
  return Rounded(value).has_at_most(decimals);
}

double rounding_of(double value, int decimals) {
  return Rounded(value).rounding(decimals);
}

Interval carried(const Unwritten& cell, int decimals) {
  if (cell.rounded || !std::isfinite(cell.reach.low) || !std::isfinite(cell.reach.high)) return cell.reach;
  // Rounding up is rounding down seen from the other side of 0.
  return {lowest_rounded(cell.reach.low, decimals), -lowest_rounded(-cell.reach.high, decimals)};
}

Interval written(const Unwritten& cell, int decimals) {
  return written(cell, carried(cell, decimals), decimals);
}

Interval written(const Unwritten& cell, const Interval& reach, int decimals) {
  const double u = half_unit(decimals);
  if (!cell.reach.is_point()) return reach;
  return {std::min(reach.low, cell.reach.low - u), std::max(reach.high, cell.reach.high + u)};
}

bool contains(const Interval& interval, double value) {
  if (std::isnan(value) || std::isnan(interval.low) || std::isnan(interval.high)) return false;
  // Snapping moves each number by at most 5e-12 of its size; only what is nearer than that needs digits.
  const auto doubt = [value](double end) { return 2e-11 * std::max(std::fabs(value), std::fabs(end)); };
  if (std::isfinite(value) && std::isfinite(interval.low) && std::isfinite(interval.high)) {
    const double above = value - interval.low;
    const double below = interval.high - value;
    const double at_low = doubt(interval.low);
    const double at_high = doubt(interval.high);
    if (above < -at_low || below < -at_high) return false;
    if (above > at_low && below > at_high) return true;
  }
  const double number = snap(value);
  return number >= snap(interval.low) && number <= snap(interval.high);
}

Interval hull(const Interval& a, const Interval& b) {
  return {std::min(a.low, b.low), std::max(a.high, b.high)};
}

bool SumBound::stays_short(const Interval& factor, int other_decimals) const {
  return factor.is_point() && other_decimals >= 0 && other_decimals + decimals_of(factor.low) <= decimals_;
}

void SumBound::add(const Interval& a, const Interval& b, int a_decimals, int b_decimals) {
  const bool points = a.is_point() && b.is_point();
  const Interval term = points ? Interval{a.low * b.low, a.low * b.low} : product(a, b);
  magnitude_ += std::max(std::fabs(term.low), std::fabs(term.high));
  const double event = half_unit(decimals_) * rounded_often;
  low_ += term.low;
  high_ += term.high;
  if (term.is_point()) {
    const double radius = rounding_of(term.low, decimals_);
    low_ -= radius;
    high_ += radius;
    rounded_ |= radius > 0.0;
    return;
  }
  double more = event;
  if (stays_short(b, a_decimals)) {
    more = std::max(0.0, event - std::fabs(b.low) * half_unit(a_decimals));
  } else if (stays_short(a, b_decimals)) {
    more = std::max(0.0, event - std::fabs(a.low) * half_unit(b_decimals));
  } else {
    rounded_ = true;
  }
  low_ -= more;
  high_ += more;
}

void SumBound::add(const Interval& term) {
  add(term, {1.0, 1.0});
}

Unwritten SumBound::total() const {
  // What is left of terms that cancel out is the noise of binary numbers: it decides nothing.
  if (low_ == high_) {
    const double exact = without_noise(low_, magnitude_);
    return {{exact, exact}, rounded_};
  }
  constexpr double noise = 1e-14;
  const double slack = noise * magnitude_;
  return {{low_ - slack, high_ + slack}, rounded_};
}

Interval constant_carried(double value, int decimals) {
  if (value < 0) {
    const Interval mirrored = constant_carried(-value, decimals);
    return {-mirrored.high, -mirrored.low};
  }
  const Interval reach = carried({{value, value}, false}, decimals);
  return {std::max(reach.low, value * 2 / 3), reach.high};
}

Unwritten copied(const Interval& value, int value_decimals, int decimals) {
  return {value, !value.is_point() && value_decimals >= 0 && decimals >= value_decimals};
}

Division::Division(double divisor, int decimals) : divisor_(divisor), decimals_(decimals) {
  if (divisor == 1.0) return;
  const Interval c = constant_carried(divisor, decimals);
  inverse_ = {1 / c.high, 1 / c.low};
  reciprocal_ = constant_carried(1 / divisor, decimals);
}

Unwritten Division::of(const Interval& score, int score_decimals) const {
  if (divisor_ == 1.0) return copied(score, score_decimals, decimals_);
  return {hull(product(score, inverse_), product(score, reciprocal_)), false};
}

Unwritten divided(const Interval& score, int score_decimals, double divisor, int decimals) {
  return Division(divisor, decimals).of(score, score_decimals);
}

Unwritten shifted_by(const Interval& value, int value_decimals, double bias, int decimals) {
  if (bias == 0.0) return copied(value, value_decimals, decimals);
  const Interval sum = {without_noise(value.low + bias, bias), without_noise(value.high + bias, bias)};
  const bool stays = has_at_most(bias, decimals) && value_decimals >= 0 && decimals >= value_decimals;
  return {sum, !sum.is_point() && stays};
}

std::vector<Interval> below_maximum(const std::vector<Interval>& scores) {
  const Largest lows = largest(scores, low_of);
  const Largest highs = largest(scores, high_of);
  std::vector<Interval> below(scores.size());
  for (std::size_t j = 0; j < scores.size(); ++j) {
    const Interval& own = scores[j];
    if (own.high == -infinity) {
      below[j] = own;
      continue;
    }
    const double lowest = highs.without(j);  // the rival at its highest
    const double highest = lows.without(j);  // and at its lowest
    below[j].low = lowest == -infinity ? 0.0 : std::min(0.0, own.low - lowest);
    below[j].high = highest == -infinity ? 0.0 : std::min(0.0, own.high - highest);
  }
  return below;
}

std::vector<Interval> exponentials(const std::vector<Interval>& scores) {
  std::vector<Interval> numerators;
  numerators.reserve(scores.size());
  for (const Interval& score : scores) numerators.push_back({std::exp(score.low), std::exp(score.high)});
  return numerators;
}

Interval quotient(const Interval& numerator, const Interval& sum) {
  if (sum.is_point() && sum.low == 0.0) return {0.0, 0.0};
  if (sum.low <= 0.0 && sum.high >= 0.0) return {-boundless, boundless};
  return product(numerator, {1 / sum.high, 1 / sum.low});
}

std::vector<Interval> softmax(const std::vector<Interval>& scores, bool shifted, int exp_decimals,
                              int sum_decimals) {
  const Largest lows = largest(scores, low_of);
  const Largest highs = largest(scores, high_of);

  const Stages stages{exp_decimals, sum_decimals};
  Shifts shifts(scores, stages);
  std::vector<Interval> weights(scores.size());
  for (std::size_t j = 0; j < scores.size(); ++j) {
    const Interval& own = scores[j];
    if (own.high == -infinity) continue;
    if (shifted && highs.without(j) == -infinity) {
      weights[j] = {1.0, 1.0};  // nothing else is visible: e⁰ ÷ e⁰
      continue;
    }
    // Shift by the largest score of the corner itself, as whoever stood there would. For the largest weight
    // the other leader may be low, which favours the weight, or high, which favours its rounding.
    const double low_shift = shifted ? std::max(own.high, lows.without(j)) : 0.0;
    const double high_shift = shifted ? std::max(own.low, highs.without(j)) : 0.0;
    weights[j].low = least_weight(shifts.at(high_shift), j, stages);
    const Numerators& low = shifts.at(low_shift);
    weights[j].high = largest_weight(low, j, low.sum_lowest - low.lowest[j], stages);
    if (!shifted) continue;
    const std::size_t top = highs.leader_without(j);
    const Numerators& high = shifts.at(std::max(own.high, highs.without(j)));
    const double leader = std::exp(scores[top].high - high.shift);
    const double others = high.sum_lowest - high.lowest[j] - high.lowest[top] +
                          Numerators::lowest_in_sum({leader, leader}, stages);
    weights[j].high = std::max(weights[j].high, largest_weight(high, j, others, stages));
  }
  return weights;
}

}  // namespace qkv
