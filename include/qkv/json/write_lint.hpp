// The machine format of lint. Described in data/schema/lint.schema.json.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "qkv/base/result.hpp"
#include "qkv/generate/lint.hpp"

namespace qkv {

// One problem of the command line: what was found in it, or why it cannot be used.
struct LintedProblem {
  std::string name;  // as on the command line; "-" the standard input
  std::optional<Problem> problem;
  LintReport report;               // of that problem
  std::vector<Diagnostic> faults;  // where there is none
};

std::string lint_json(const std::vector<LintedProblem>& problems);

}  // namespace qkv
