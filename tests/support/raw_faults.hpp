// Descriptions that are no problem, and why.
#pragma once

#include <utility>
#include <vector>

#include "support/faults.hpp"
#include "support/problems.hpp"

namespace qkv::test {

// A valid description to spoil: one query, three keys.
inline RawProblem one_query() {
  return raw_problem(matrix({{1, 1}}), contract_k(), contract_v());
}

inline std::vector<Diagnostic> faults_of(const RawProblem& raw, std::vector<Diagnostic> earlier = {}) {
  const auto problem = validate(raw, "test", std::move(earlier));
  REQUIRE_FALSE(problem);
  check_sayable(problem.faults());
  return problem.faults();
}

inline Diagnostic only_fault(const RawProblem& raw) {
  const auto faults = faults_of(raw);
  for (const Diagnostic& fault : faults) UNSCOPED_INFO(fault.code);
  REQUIRE(faults.size() == 1);
  return faults[0];
}

}  // namespace qkv::test
