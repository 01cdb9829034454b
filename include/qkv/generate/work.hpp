// How much there is to do by hand before the asked tables are filled in.
#pragma once

#include <vector>

#include "qkv/model/problem.hpp"
#include "qkv/model/step.hpp"

namespace qkv {

// What one operation takes, in seconds: an estimate for somebody with paper, pencil and a pocket calculator
// who knows the way. Additions are part of the products that they add up. Nobody has measured it; it is there
// to compare problems with one another and with the length of a lesson.
inline constexpr int seconds_a_multiplication = 5;
inline constexpr int seconds_an_exponential = 20;
inline constexpr int seconds_a_division = 12;
inline constexpr int seconds_a_number = 6;  // to round it, find its place and write it down

struct Effort {
  long long multiplications = 0;  // products of two numbers, neither of which is 0
  long long exponentials = 0;     // of cells that no mask blocks
  long long divisions = 0;        // of numbers that are not 0, by something else than 1
  long long numbers = 0;          // to write down

  Effort& operator+=(const Effort& more);
};

struct WorkOnTable {
  Step step;
  Effort effort;
};

struct Work {
  std::vector<WorkOnTable> tables;  // that have to be calculated for what is asked, in that order
  Effort total;
  long long minutes = 1;  // of all of it, rounded up
};

// Not counted: tables that the problem begins with or gives; rows that are padding, from the weights on; in
// tables that nobody asks for, cells that are only copied or that a mask blocks.
Work work_of(const Problem& problem);

}  // namespace qkv
