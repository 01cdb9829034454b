#include "rows.hpp"

#include <cmath>
#include <limits>

namespace qkv::wrong {

int largest_of_row(const Problem& problem, const Tensor& table, const RowAt& at, Tie tie) {
  double largest = -std::numeric_limits<double>::infinity();
  int chosen = -1;
  for (int j = 0; j < problem.key_count; ++j) {
    const double value = table.at({at.b, at.h, at.i, j});
    if (!sees(problem, at, j) || !(value > largest || value == largest)) continue;
    const bool takes_tie = tie == Tie::last || (tie == Tie::own && j == at.i);
    if (value > largest || takes_tie) chosen = j;
    largest = value;
  }
  return chosen;
}

}  // namespace qkv::wrong
