// Learners of a class: one who calculates rightly, one who makes a known mistake, one whose pen slips once.
// All round every table to its asked decimals and go on with what they wrote.
#pragma once

#include <optional>

#include "qkv/grade/answers.hpp"
#include "qkv/mistakes/mistakes.hpp"
#include "qkv/trace/trace.hpp"
#include "support/problems.hpp"

namespace qkv::test {

// 2 to 5 tokens, d_k 2 to 4, two decimals; with and without causal and padding masks, with one head or
// several, from Q K V or from embeddings. Every table is asked.
Problem class_problem(Random& random);

// What is handed in: every table of the trace that is asked, whatever its shape. A number that does not exist
// is left blank.
Answers answers_from(const Problem& problem, const Trace& trace);

// Cells of asked tables that the mistake moves by more than two half units, calculated exactly and as written
// down; a cell left blank is none. exp and sum do not count: what looks moved there may be another accepted
// form.
int moved_cells(const Problem& problem, const Way& way);

// The hand-carried calculation with one slip in one cell, which the later tables inherit.
Trace with_slip(const Problem& problem, Random& random);

}  // namespace qkv::test
