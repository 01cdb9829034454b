// A table that was handed in, held against the one that a mistake would give.
#pragma once

#include <limits>
#include <vector>

#include "handed_in.hpp"
#include "judge.hpp"
#include "qkv/base/tensor.hpp"

namespace qkv::grading {

// Per row of the table.
struct Match {
  std::vector<bool> agrees;      // every number of the row lies within half a unit
  std::vector<int> informative;  // where it agrees: cells that the mistake moves by more than two half units

  std::vector<int> right_too;  // of those: −∞ where the mistake is some number that is low enough

  bool all_agree() const;
  int all_informative() const;
};

struct Comparison {
  const HandedTable& handed_in;
  // What the cells should be; null: nothing comparable, every cell tells.
  const std::vector<Expectation>* right;
  const std::vector<bool>& rows;         // which are looked at; the others agree and tell nothing
  const std::vector<bool>* unexplained;  // per cell: has to be explained; null or empty: none
  double half_unit;
};

// What is asked of a comparison: of each row, or whether all of them agree (else it ends at the first that
// does not).
enum class Wanted { rows, table };

// A cell that is blank or unreadable says nothing. Where the mistake gives no number, it explains no number.
// right: the table without the mistake, calculated in the same manner; null: none. A cell tells only if the
// mistake moves it away from there, too: what rounding alone moves is no sign of a mistake.
Match match(const Comparison& comparison, const Tensor& mistaken, const Tensor* right,
            Wanted wanted = Wanted::rows);
// The same into what is there already.
void match(const Comparison& comparison, const Tensor& mistaken, const Tensor* right, Wanted wanted,
           Match& result);

// Whether the mistake moves any cell of those rows.
bool moves_anything(const Comparison& comparison, const Tensor& mistaken, const Tensor& right);

// The least number that there is stands in the table of a mistake for whatever a person takes for it.
inline bool is_taken_for(double mistaken, double written) {
  constexpr double low_enough = -1e4;
  return mistaken == std::numeric_limits<double>::lowest() && written <= low_enough;
}

// More than two half units apart.
bool is_moved(double mistaken, double right, double half_unit);

}  // namespace qkv::grading
