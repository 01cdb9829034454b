// How far rounding can carry a right calculation: one formula for every kind of step.
//
// u is half a unit of the last asked decimal of a table. Whoever rounds a number to the asked decimals, half
// up or half to even, moves it by at most u; to more decimals, by at most u/10. Rounding twice on the way to
// the same cell, from many decimals to few, adds up to u·(1 + 1/10 + 1/100 + …) = u·10/9 at most: 0.2349 →
// 0.235 → 0.24. Every bound below is the exact image of such moves: the corners of monotone pieces.
// Truncating is not rounding and may land outside.
//
// A number that already has no more than the asked decimals is not moved at all, and a number with one
// decimal more at most by u: there is nothing left to round twice.
#pragma once

#include <vector>

namespace qkv {

// The numbers from low to high, both included. A point if they are equal.
struct Interval {
  double low = 0.0;
  double high = 0.0;

  bool is_point() const { return low == high; }
  friend bool operator==(const Interval&, const Interval&) = default;
};

// What a cell can be before it is written down.
struct Unwritten {
  Interval reach;
  // Its own rounding is counted in the reach: the sum of rounded products, the copy of a rounded number.
  bool rounded = false;
};

double half_unit(int decimals);
// Whether a number has no more than that many decimals (after snap()).
bool has_at_most(double value, int decimals);

// How far writing that number with the asked decimals or more can move it: 0, u, u·11/10 or u·10/9.
double rounding_of(double value, int decimals);

// What a later step may find in place of the cell: carried as it is or rounded. From 0.0058 rounding to two
// decimals leads to 0.01 and to no other number, so that nothing below 0.0058 is reached (except 0.005799 and
// the like, by rounding to many decimals): the ends are those of the rounded numbers, not half a unit further
// out.
Interval carried(const Unwritten& cell, int decimals);
// What may be written into the cell: the same, and always within u.
Interval written(const Unwritten& cell, int decimals);
// The same where carried() is known already.
Interval written(const Unwritten& cell, const Interval& carried, int decimals);

// Whether a number lies in the interval, inclusive and decided in decimal.
bool contains(const Interval& interval, double value);
Interval hull(const Interval& a, const Interval& b);

// ---- sums of products: projections, scores, sum, output
// ------------------------------------------------------

// Σ aᵢ·bᵢ, terms in any order, each factor anywhere in its interval.
//
// A product with more decimals than asked may be rounded, and so may every partial sum. Both together move
// the total by at most u·10/9 for each such product: rounding a partial sum to the asked decimals moves it
// only if some product since the last rounding was left unrounded, so there are never more moves of size u
// than there are such products; the same holds for moves to one decimal more, and so on. The cell's own
// rounding is the last of these moves.
//
// A factor that was rounded to its table's asked decimals (by up to u′·10/9) times a whole number b has no
// more decimals than asked: nothing is left to round. Carried with more decimals the factor is nearer by u′,
// and the product may be rounded. The larger of the two counts: the radius |b|·r, or |b|·(r − u′) + u·10/9.
class SumBound {
 public:
  explicit SumBound(int decimals) : decimals_(decimals) {}

  // a_decimals: the asked decimals of the table in which a was written down, its interval being half a unit
  // (and ninth parts of it) to either side; −1 where it is given or was not written.
  void add(const Interval& a, const Interval& b, int a_decimals = -1, int b_decimals = -1);
  void add(const Interval& term);
  Unwritten total() const;

 private:
  // Whether that given factor times a number with so many decimals has no more than the asked ones.
  bool stays_short(const Interval& factor, int other_decimals) const;

  int decimals_;
  double low_ = 0.0;
  double high_ = 0.0;
  double magnitude_ = 0.0;  // Σ |terms|
  bool rounded_ = false;
};

// ---- scaled
// ------------------------------------------------------------------------------------------------

// A positive or negative constant, written with the asked decimals or more, but never as 0: rounding to so
// few decimals that 0 is left is no calculation, so that at most a third of it is lost.
Interval constant_carried(double value, int decimals);

// s / c, either divided by the carried c or multiplied by the carried 1/c: from the smallest to the largest
// of s/c and s·(1/c), each of the three anywhere that rounding can carry it. c = 1: a copy.
Unwritten divided(const Interval& score, int score_decimals, double divisor, int decimals);

// The same for many scores and one divisor.
class Division {
 public:
  Division(double divisor, int decimals);
  Unwritten of(const Interval& score, int score_decimals) const;

 private:
  double divisor_;
  int decimals_;
  Interval inverse_;     // 1/c for the carried c
  Interval reciprocal_;  // the carried 1/c
};

// The same number again: nothing is rounded anew unless fewer decimals are asked.
Unwritten copied(const Interval& value, int value_decimals, int decimals);

// s + b for a given b.
Unwritten shifted_by(const Interval& value, int value_decimals, double bias, int decimals);

// ---- softmax
// -----------------------------------------------------------------------------------------------

// Scores of one row less its largest, each anywhere in its interval; −∞ stays.
//   sⱼ − max sₖ: highest with sⱼ high and all others low, never above 0; lowest the other way round.
std::vector<Interval> below_maximum(const std::vector<Interval>& scores);

// e^s of every score; e^−∞ is the point 0. Rises with the score.
std::vector<Interval> exponentials(const std::vector<Interval>& scores);

// numerator / sum, both anywhere in their intervals, the sum of either sign but away from 0 (else everything
// is possible). 0/0 is 0: nothing visible.
Interval quotient(const Interval& numerator, const Interval& sum);

// Weights straight from the scores, exponentials and their sum carried with the asked decimals or more. A
// weight rises with its own score and falls with every other one; at that corner the numerator is moved by
// its rounding, and the sum by what every numerator can move it: the sum of the products 1·numerator, as
// above.
//   shifted: the exponentials are those of the scores less their largest.
std::vector<Interval> softmax(const std::vector<Interval>& scores, bool shifted, int exp_decimals,
                              int sum_decimals);

}  // namespace qkv
