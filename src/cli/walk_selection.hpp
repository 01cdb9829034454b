// What part of a problem a walk is to show, from the words of the command line.
#pragma once

#include "qkv/cli/arguments.hpp"
#include "qkv/model/problem.hpp"
#include "qkv/report/walk.hpp"

namespace qkv {

// --query (a token or a row number), --batch and --head (numbers from 1), --step, --from and --to, --detail
// and
// --exact, checked against the problem. Every fault at once.
Result<WalkOptions> walk_selection(const Arguments& arguments, const Problem& problem);

}  // namespace qkv
