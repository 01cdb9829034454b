// A graded submission as a Document for the learner.
#pragma once

#include "qkv/grade/report.hpp"
#include "qkv/model/problem.hpp"
#include "qkv/report/document.hpp"
#include "qkv/text/catalogue.hpp"

namespace qkv {

// Shows the learner's own numbers with a verdict each, and where to look first. The expected value of a cell
// that is not right is never shown.
// never shown. `problem_argument` is how the problem was named on the command line, for the pointer to its
// walk.
Document check_document(const Problem& problem, const Report& report, const std::string& problem_argument,
                        const Catalogue& catalogue);

}  // namespace qkv
