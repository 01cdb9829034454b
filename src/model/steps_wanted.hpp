// The tables that a problem file names: those to fill in, and those with decimals of their own.
#pragma once

#include <vector>

#include "qkv/base/result.hpp"
#include "qkv/model/problem.hpp"
#include "qkv/model/raw_problem.hpp"

namespace qkv {

enum class MaskKnown { no, yes };

// Reports what is wrong with `ask` and `decimals`. Whether there is a masked table is judged only if the mask
// could be read.
void check_wanted_steps(std::vector<Diagnostic>& faults, const RawProblem& raw, const Masks& masks,
                        MaskKnown known);

PerStep<int> decimals_of(const RawProblem& raw);
std::vector<Step> asked_steps(const RawProblem& raw, Scale::Kind scale, const Masks& masks);

}  // namespace qkv
