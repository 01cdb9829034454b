// Simulated learners with one mistake in a formula, flawless in everything else: they round every table half
// away from zero to its asked decimals, carry on with what they wrote and hand in everything that is asked.
#pragma once

#include <optional>

#include "qkv/grade/answers.hpp"
#include "qkv/model/problem.hpp"
#include "simulate/tables.hpp"
#include "simulate/wrong_formula.hpp"

namespace qkv::test {

enum class Rounding { each_table, nothing };

// The tables of such a learner. Empty where the mistake cannot be made: nothing of its kind in the problem, a
// shape that does not allow it, or a division by 0.
std::optional<Tables> wrong_tables(const Problem& problem, WrongFormula formula, Rounding rounding);

// The asked tables, written.
Answers hand_in(const Problem& problem, const Tables& tables);

// Asked cells that lie apart by more than two half units in both pairs of tables: those that the mistake
// moves in an unrounded calculation and in what is written. Whoever writes the numbers of a flawless learner
// in spite of a mistake cannot be told from one.
struct Pair {
  const Tables& wrong;
  const Tables& right;
};
int moved_cells(const Problem& problem, const Pair& unrounded, const Pair& as_written);

}  // namespace qkv::test
