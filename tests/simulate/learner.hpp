// A simulated learner who carries out the whole calculation of a problem by hand, flawlessly. It knows the
// problem and a policy of rounding, and nothing of how answers are judged.
#pragma once

#include <optional>

#include "qkv/grade/answers.hpp"
#include "qkv/model/problem.hpp"
#include "simulate/policy.hpp"
#include "support/problems.hpp"

namespace qkv::test {

// What the learner hands in: tables and cells as the policy says, at least one table. Empty where rounding
// leaves no sensible calculation: a row-sum softmax whose visible scores nearly cancel out, so that the
// rounded sum is far from the true one. From the tables of `given` the learner calculates on as they stand
// there.
std::optional<Answers> calculate(const Problem& problem, const Policy& policy, Random& random,
                                 const Answers& given = {});

}  // namespace qkv::test
