// What the published examples with a fault owe to it, cell by cell.
#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "qkv/model/step.hpp"

namespace qkv::published {

// One mark per cell, rows one after the other with a blank between, the rows of the next head after them:
//   .  full points
//   f  full points, and only because the step is right on wrong numbers before it: follow-through
//   x  no full points
//   ?  either: close to what rounding on the way may reach, and of no interest here
//   -  not published
struct FaultyTable {
  std::string_view id;
  Step step;
  std::string_view marks;
  std::string_view reason;
};

// Every table of these examples that is not right in every published cell. Whether a cell is an x was
// calculated apart from this program, with intervals wider than any rounding (every stage, product and
// partial sum anywhere within 10/9 of half a unit); whether it is an f, with exact arithmetic on the
// published numbers.
std::span<const FaultyTable> faulty_tables();

// What has to be said of a table besides the verdicts: a known mistake ("row 2: scale-missing" for a single
// row), a slip, a sign. All that fit equally well are named, separated by "|".
struct NamedFault {
  std::string_view id;
  Step step;
  std::string_view said;
  std::string_view reason;
};

std::span<const NamedFault> named_faults();

}  // namespace qkv::published
