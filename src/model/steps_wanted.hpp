// The tables that a problem file names: those to fill in, those filled in already, and those with decimals or
// points of their own.
#pragma once

#include <vector>

#include "qkv/base/result.hpp"
#include "qkv/model/problem.hpp"
#include "qkv/model/raw_problem.hpp"

namespace qkv {

// Reports what is wrong with `ask`, `given`, `decimals` and `points`. Whether a table is computed at all is
// judged only where the problem is known, that is where its inputs and masks are valid; null elsewhere.
void check_wanted_steps(std::vector<Diagnostic>& faults, const RawProblem& raw, const Problem* problem);

// Reports where the given tables leave nothing of what is asked by default.
void check_anything_asked(std::vector<Diagnostic>& faults, const RawProblem& raw, const Problem& problem);

PerStep<int> decimals_of(const RawProblem& raw);
PerStep<int> points_of(const RawProblem& raw);
// As written, or by default: scores, scaled, masked, weights, output and what follows, as far as computed and
// not given.
std::vector<Step> asked_steps(const RawProblem& raw, const Problem& problem);
std::vector<Step> given_tables(const RawProblem& raw);

}  // namespace qkv
