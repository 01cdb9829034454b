// Where and how a learner rounds. Every policy is a right way to calculate by hand: numbers are rounded to
// the asked decimals or more, never cut off, and nothing is written with more decimals than it was kept with.
#pragma once

#include <string>

#include "qkv/model/problem.hpp"
#include "simulate/rounding.hpp"
#include "support/problems.hpp"

namespace qkv::test {

// How often numbers of one sort are rounded, and to how many decimals beyond the asked ones.
struct Habit {
  int percent = 0;
  int fewest_extra = 0;
  int most_extra = 0;
};

// What the scores are divided by: √d_k as the calculator shows it, or rounded, or 1/√d_k rounded and
// multiplied by.
enum class Divisor { exact, root, reciprocal, cell_by_cell };

// e^s as it is, or with the row maximum subtracted.
enum class Exponentials { shifted, plain, row_by_row };

struct Policy {
  Ties ties = Ties::away;
  Pen pen;
  PerStep<Habit> written{};       // extra decimals of what is written; its percentage has no meaning
  PerStep<Habit> carried{};       // the cell as the next table reads it; extra beyond the written decimals
  PerStep<Habit> products{};      // each product of a sum of products
  PerStep<Habit> partial_sums{};  // each sum on the way, before the next term is added
  Divisor divisor = Divisor::exact;
  Habit divisor_digits;
  Exponentials exponentials = Exponentials::shifted;
  int tables_left_out = 0;  // per cent
  int cells_left_out = 0;   // per cent of the cells in tables handed in
  // Two habits that stretch the contract, off unless wanted.
  bool carries_fewer = false;  // goes on with the asked decimals though more were written
  bool transcribes = false;    // keeps more decimals in the notes and writes what is there, rounded again
};

// Nothing rounded but what is written, with that many decimals beyond the asked ones.
Policy exact_policy(int extra_decimals);

struct Stretch {
  bool carries_fewer = false;
  bool transcribes = false;
};
Policy random_policy(Random& random, const Stretch& stretch = {});

// One line.
std::string describe(const Policy& policy, const Problem& problem);

}  // namespace qkv::test
