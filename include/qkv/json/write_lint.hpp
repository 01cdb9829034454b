// The machine format of lint. Described in data/schema/lint.schema.json.
#pragma once

#include <cstddef>
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

// The lessons and questions of a folder.
struct ContentFindings {
  std::string folder;
  std::size_t lessons = 0;
  std::size_t questions = 0;
  std::vector<Diagnostic> findings;
};
std::string content_json(const ContentFindings& content);

std::string lint_json(const std::vector<LintedProblem>& problems);

}  // namespace qkv
