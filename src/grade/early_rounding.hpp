// Numbers that were rounded on the way to fewer decimals than asked.
#pragma once

#include "base.hpp"
#include "handed_in.hpp"
#include "judge.hpp"
#include "qkv/grade/report.hpp"
#include "qkv/model/problem.hpp"

namespace qkv::grading {

// Whether the whole table is what comes out when the tables that were handed in before it are rounded to
// fewer decimals than they ask, at least one, and the step is done rightly from there; at least two numbers
// have to show it. own: with all tables added. right: what was expected on it.
bool is_rounded_early(const Problem& problem, const HandedIn& handed_in, const Base& own, Step step,
                      const std::vector<Expectation>& right);

}  // namespace qkv::grading
