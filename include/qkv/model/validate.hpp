// The only door: a Problem exists only if everything about it is valid.
#pragma once

#include <string_view>
#include <vector>

#include "qkv/base/result.hpp"
#include "qkv/model/problem.hpp"
#include "qkv/model/raw_problem.hpp"

namespace qkv {

// Checks all that concerns more than one key (shapes against each other, names against counts, asked tables
// against those that exist) and fills in the defaults. `earlier` are the faults the reader already found:
// they are returned together with the new ones, in the order of their places. `fallback_id` names a problem
// without an id.
Result<Problem> validate(const RawProblem& raw, std::string_view fallback_id,
                         std::vector<Diagnostic> earlier);

// The same problem with that many decimals asked in every table (0 to Limits::max_decimals). Given tables
// keep theirs: they stand on the sheet.
Problem with_decimals(Problem problem, int decimals);

}  // namespace qkv
