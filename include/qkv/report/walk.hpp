// The blackboard: a problem worked out step by step, as a Document.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "qkv/model/problem.hpp"
#include "qkv/model/step.hpp"
#include "qkv/report/document.hpp"
#include "qkv/text/catalogue.hpp"

namespace qkv {

enum class Detail {
  tables,  // the tables alone
  rows,    // the arithmetic of one row of each table (the chosen ones, or the last real query)
  cells,   // the arithmetic of every cell
};

// One query row; batch −1 means the row of that number in every batch member.
struct QueryChoice {
  int batch = -1;
  int query = 0;
};

// What to show. Indexes count from 0; an empty list means all.
struct WalkOptions {
  std::vector<QueryChoice> queries;
  std::vector<int> batches;
  std::vector<int> heads;
  std::vector<Step> steps;       // inputs among them; a choice leaves out introduction and end
  std::optional<Detail> detail;  // none: as much as stays readable for a problem of this size
  std::string problem_argument;  // how the problem was named on the command line, for the hint at the end
  bool decimals_as_asked =
      true;            // the tables are rounded as the problem asks, so that check accepts what stands here
  bool exact = false;  // full precision instead of a calculation rounded at every stage
};

// Every number in a worked line is one that stands in a table above it. Where rounding at every stage leads
// to another last digit than the unrounded calculation, a note says so. A problem too big to be shown whole
// is cut down to one batch member, one head and one row, and says so, unless the options choose what to show.
Document walk_document(const Problem& problem, const WalkOptions& options, const Catalogue& catalogue);

}  // namespace qkv
