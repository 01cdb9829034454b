// Bounds against brute force: whatever rounding does on the way, the result lies inside; and the ends are
// reached.
#include <algorithm>
#include <cmath>
#include <random>
#include <vector>

#include "qkv/base/number.hpp"
#include "qkv/grade/bounds.hpp"
#include "support/catch.hpp"

using namespace qkv;

namespace {

class Dice {
 public:
  explicit Dice(std::uint64_t seed) : engine_(seed) {}
  int below(int n) { return static_cast<int>(engine_() % static_cast<std::uint64_t>(n)); }
  bool coin() { return below(2) == 0; }
  // With that many decimals.
  double number(int most, int decimals) {
    const int units = static_cast<int>(std::pow(10.0, decimals));
    return static_cast<double>(below(2 * most * units + 1) - most * units) / units;
  }

  // Left as it is, or rounded to the asked decimals or more, half up or half to even, perhaps twice.
  double carried(double value, int decimals) {
    double result = value;
    for (int times = below(3), places = decimals + 3; times > 0 && places >= decimals; --times) {
      places = decimals + below(places - decimals + 1);
      result = rounded(result, places);
    }
    return result;
  }

 private:
  double rounded(double value, int decimals) {
    const double unit = std::pow(10.0, -decimals);
    const double up = round_half_away(value, decimals);
    // On a tie the even neighbour will do as well.
    const bool tie = within(std::fabs(up - value), unit / 2, unit * 1e-7);
    if (!tie || coin()) return up;
    const double down = round_half_away(up - std::copysign(unit, value), decimals);
    return std::fmod(std::round(std::fabs(up) / unit), 2.0) == 0.0 ? up : down;
  }

  std::mt19937_64 engine_;
};

constexpr int trials = 20000;

Interval around(double value, int decimals) {
  return carried({{value, value}, false}, decimals);
}

}  // namespace

TEST_CASE("a rounded number stays in reach, and rounding twice reaches further than once") {
  Dice dice(1);
  for (int trial = 0; trial < trials; ++trial) {
    const int decimals = dice.below(4);
    const double value = dice.number(3, decimals + dice.below(5));
    CHECK(contains(around(value, decimals), dice.carried(value, decimals)));
  }
  CHECK(rounding_of(0.25, 2) == 0.0);
  CHECK(rounding_of(0.255, 2) == Approx(0.005));
  CHECK(rounding_of(0.2549, 2) == Approx(0.0055));
  // 0.2349 → 0.235 → 0.24
  CHECK(contains(around(0.2349, 2), 0.24));
  CHECK_FALSE(contains(around(0.234, 2), 0.24));
}

TEST_CASE("a sum of products: products and partial sums rounded in any way stay in reach") {
  Dice dice(2);
  double nearest_to_the_end = 0.0;
  for (int trial = 0; trial < trials; ++trial) {
    const int decimals = 1 + dice.below(3);
    const int terms = 1 + dice.below(4);
    SumBound bound(decimals);
    double exact = 0.0;
    double sum = 0.0;
    for (int i = 0; i < terms; ++i) {
      // One factor from an earlier table, carried somehow; the other one given.
      const bool given = dice.coin();
      const double a = dice.number(2, given ? dice.below(4) : 6);
      const double b = dice.number(3, dice.below(3));
      const double a_carried = given ? a : dice.carried(a, decimals);
      // Written down: anywhere within half a unit; left out: where rounding leads from here.
      const bool written_down = dice.coin();
      const double radius = half_unit(decimals) * 10 / 9;
      if (given || !written_down) {
        bound.add(given ? Interval{a, a} : around(a, decimals), {b, b});
      } else {
        bound.add({a - radius, a + radius}, {b, b}, decimals);
      }
      exact += a * b;
      sum += dice.carried(a_carried * b, decimals);
      if (i + 1 < terms) sum = dice.carried(sum, decimals);
    }
    sum = dice.carried(sum, decimals);
    const Interval reach = written(bound.total(), decimals);
    CHECK(contains(reach, sum));
    const double radius = (reach.high - reach.low) / 2;
    nearest_to_the_end = std::max(nearest_to_the_end, std::fabs(sum - exact) / radius);
  }
  // The bound is no guess: some calculations come close to its end.
  CHECK(nearest_to_the_end > 0.8);
}

TEST_CASE("an exact sum is not widened beyond half a unit") {
  SumBound bound(2);
  bound.add({2, 2}, {3, 3});
  bound.add({0.5, 0.5}, {0.5, 0.5});
  CHECK(carried(bound.total(), 2) == Interval{6.25, 6.25});
  CHECK(contains(written(bound.total(), 2), 6.255));
  CHECK_FALSE(contains(written(bound.total(), 2), 6.2551));
}

TEST_CASE("dividing by a rounded constant and multiplying by its rounded inverse stay in reach") {
  Dice dice(3);
  for (int trial = 0; trial < trials; ++trial) {
    const int decimals = 1 + dice.below(3);
    const double divisor = std::sqrt(1.0 + dice.below(12)) * (dice.below(8) == 0 ? -1 : 1);
    const double score = dice.number(20, 4);
    const double carried_score = dice.carried(score, decimals);
    const double result = dice.coin() ? carried_score / dice.carried(divisor, decimals)
                                      : carried_score * dice.carried(1 / divisor, decimals);
    const Interval reach = written(divided(around(score, decimals), decimals, divisor, decimals), decimals);
    CHECK(contains(reach, dice.carried(result, decimals)));
  }
}

TEST_CASE("a constant is never carried as nothing") {
  CHECK(constant_carried(0.03125, 1).low > 0.02);
  CHECK(constant_carried(2.0, 0) == Interval{2.0, 2.0});
}

TEST_CASE("a copy at the same decimals is not rounded again") {
  const Interval score = around(1.0 / 3.0, 2);
  CHECK(written(copied(score, 2, 2), 2) == score);
  // With fewer decimals asked it is.
  CHECK(contains(written(copied(score, 2, 1), 1), 0.3));
  // 0.7071 + 0.5, either rounded first or last.
  CHECK(contains(written(shifted_by(around(std::sqrt(0.5), 2), 2, 0.5, 2), 2), 1.21));
}

TEST_CASE("softmax straight from the scores: every stage rounded in any way stays in reach") {
  Dice dice(4);
  double nearest_to_the_end = 0.0;
  for (int trial = 0; trial < trials; ++trial) {
    const int decimals = 1 + dice.below(3);
    const auto keys = static_cast<std::size_t>(1 + dice.below(4));
    const bool shifted = dice.coin();
    std::vector<double> scores, carried_scores;
    std::vector<Interval> reach;
    for (std::size_t j = 0; j < keys; ++j) {
      // The plain form counts from 20 half units on: not too small.
      scores.push_back(dice.number(2, 4) + (shifted ? 0.0 : 2.0));
      carried_scores.push_back(dice.carried(scores.back(), decimals));
      reach.push_back(around(scores.back(), decimals));
    }
    if (!shifted && std::exp(*std::ranges::max_element(scores)) < 20 * half_unit(decimals)) continue;
    const double shift = shifted ? *std::ranges::max_element(carried_scores) : 0.0;
    std::vector<double> numerators;
    double sum = 0.0;
    for (const double score : carried_scores) {
      numerators.push_back(dice.carried(std::exp(score - shift), decimals));
      sum = dice.carried(sum + numerators.back(), decimals);
    }
    const std::vector<Interval> weights = softmax(reach, shifted, decimals, decimals);
    for (std::size_t j = 0; j < keys; ++j) {
      const Interval cell = written({weights[j], false}, decimals);
      const double weight = dice.carried(numerators[j] / sum, decimals);
      CHECK(contains(cell, weight));
      const double middle = (cell.low + cell.high) / 2;
      if (keys > 1) {
        nearest_to_the_end = std::max(nearest_to_the_end, std::fabs(weight - middle) / (cell.high - middle));
      }
    }
  }
  CHECK(nearest_to_the_end > 0.7);
}

TEST_CASE("numerators less the row maximum: at most 1, and 1 for a score that leads by far") {
  const double minus_infinity = -INFINITY;
  const std::vector<Interval> below =
      below_maximum({{0.9, 1.1}, {2.9, 3.1}, {minus_infinity, minus_infinity}, {2.8, 3.0}});
  CHECK(below[0].low == Approx(0.9 - 3.1));
  CHECK(below[0].high == Approx(1.1 - 2.9));
  CHECK(below[1].low == Approx(-0.1));
  CHECK(below[1].high == 0.0);
  CHECK(below[2].high == minus_infinity);
  const std::vector<Interval> numerators = exponentials(below);
  CHECK(numerators[1].high == 1.0);
  CHECK(numerators[2] == Interval{0.0, 0.0});
}

TEST_CASE("nothing visible has the weight 0, and a sum around 0 allows everything") {
  CHECK(quotient({0, 0}, {0, 0}) == Interval{0, 0});
  CHECK(quotient({1, 2}, {-1, 1}).high > 1e100);
  CHECK(quotient({1, 2}, {-4, -2}).low == -1.0);
}

TEST_CASE("what cancels out is 0, whatever binary numbers leave of it") {
  // 0.7071 carried as 0.7, and a bias of −0.7: 0 may be written, and stands at the very end of the interval.
  CHECK(contains(written(shifted_by(around(std::sqrt(0.5), 1), 1, -0.7, 3), 3), 0.0));
  SumBound sum(1);
  sum.add({0.1, 0.1}, {1, 1});
  sum.add({0.2, 0.2}, {1, 1});
  sum.add({-0.3, -0.3}, {1, 1});
  CHECK(sum.total().reach == Interval{0, 0});
}
