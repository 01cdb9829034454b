// What someone hands in who makes a known mistake and is flawless in everything else.
#pragma once

#include <vector>

#include "qkv/grade/answers.hpp"
#include "qkv/mistakes/mistakes.hpp"
#include "qkv/model/problem.hpp"
#include "qkv/trace/trace.hpp"

namespace qkv {

// The ways in which the mistake can be made in this problem, on the way to the last asked table. Without
// those that change no number of any table (three heads out of turn are no disorder of two), and those that
// lead to a table of another shape which nobody asks for, so that nothing would be handed in.
std::vector<const Way*> ways_here(const Problem& problem, const Mistake& mistake);

// The tables that this way leads to.
Trace mistaken_tables(const Problem& problem, const Way& way, Carry carry);

// The asked tables among them, as they would be written down: rounded to the asked decimals; −inf where
// masked; a number that does not exist is left blank. Tables may have another shape.
Answers mistaken_answers(const Problem& problem, const Way& way, Carry carry);

}  // namespace qkv
