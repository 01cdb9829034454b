// The table of known mistakes: wrong step functions that take the place of right ones.
//
// The facts (which mistakes there are, their formulas, where they were seen) come from public threads, books
// and judges; data/mistakes/<id>.json names the sources and holds the words, in both languages.
#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "qkv/model/problem.hpp"
#include "qkv/trace/trace.hpp"

namespace qkv {

struct Replacement {
  Step step;
  StepFunction compute;
  // It reads Q, K and V, and else only tables that this mistake itself has made: it can be computed although
  // those have another shape.
  bool any_shape = false;
};

// The entries of the recipe that one way to make the mistake replaces, in the order of the calculation.
using Way = std::vector<Replacement>;

// Where it can be seen.
enum class Extent {
  row,   // a single row may be enough
  table  // only a whole table: in one row it cannot be told from a slip of the pen
};

struct Mistake {
  std::string_view id;
  Step step;  // under which it is listed: the first table that it makes wrong
  bool (*applies)(const Problem& problem);
  std::vector<Way> ways;  // the same misunderstanding with different numbers: −10 or −100 for −∞
  Extent extent = Extent::row;
  // What the scores are divided by, if that is all that is wrong.
  double (*divisor)(const Problem& problem) = nullptr;
};

// In the order of the calculation. Built once, on first use.
const std::vector<Mistake>& mistakes();
// Null: there is no mistake of that id.
const Mistake* find_mistake(std::string_view id);

// The right recipe with these entries replaced.
Recipe recipe_of(const Way& way);

// Misunderstandings that no table of numbers shows; they have words alone.
std::span<const std::string_view> concepts();

}  // namespace qkv
