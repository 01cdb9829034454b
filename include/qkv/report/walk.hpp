// The blackboard: a problem worked out step by step, as a Document.
#pragma once

#include <string>
#include <vector>

#include "qkv/model/problem.hpp"
#include "qkv/model/step.hpp"
#include "qkv/report/document.hpp"
#include "qkv/text/catalogue.hpp"

namespace qkv {

struct WalkOptions {
  std::vector<int> queries;  // indexes of the query rows to show, from 0; empty: all
  std::vector<Step> steps;   // the steps to show, inputs among them; empty: all, with introduction and end
  std::string problem_argument;  // how the problem was named on the command line, for the hint at the end
  bool exact = false;            // full precision instead of a calculation rounded at every stage
};

// Every number in a worked line is one that stands in a table above it. Where rounding at every stage leads
// to another last digit than the unrounded calculation, a note says so.
Document walk_document(const Problem& problem, const WalkOptions& options, const Catalogue& catalogue);

}  // namespace qkv
