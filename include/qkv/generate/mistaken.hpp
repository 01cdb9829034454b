// What someone hands in who makes a known mistake and is flawless in everything else.
#pragma once

#include <vector>

#include "qkv/grade/answers.hpp"
#include "qkv/mistakes/mistakes.hpp"
#include "qkv/model/problem.hpp"
#include "qkv/trace/trace.hpp"

namespace qkv {

// A mistake that can be made on the way to the last asked table, with the ways in which it can.
struct PossibleMistake {
  const Mistake* mistake = nullptr;
  std::vector<const Way*> ways;
};

// In the order of the catalogue. Numbers do not matter: a way counts if it changes some table for other
// numbers in the same places (three heads out of turn are no disorder of two). Ways that lead to a table of
// another shape which nobody asks for are left out, since nothing would be handed in.
std::vector<PossibleMistake> possible_mistakes(const Problem& problem);

// The tables that this way leads to.
Trace mistaken_tables(const Problem& problem, const Way& way, Carry carry);

// The asked tables among them, as they would be written down: rounded to the asked decimals; −inf where
// masked; a number that does not exist is left blank. Tables may have another shape.
Answers mistaken_answers(const Problem& problem, const Way& way, Carry carry);

}  // namespace qkv
