// Problems as learners get them: of every kind, small enough for a sheet of paper.
#pragma once

#include <string>

#include "qkv/model/problem.hpp"
#include "support/problems.hpp"

namespace qkv::test {

enum class Asking {
  anything,  // a random choice of tables, 1 to 4 decimals, for all tables or for each
  all,       // all tables, two decimals
  usual      // those asked by default, two decimals
};

// 1 to 5 tokens, 1 to 4 features, 1 to 3 heads (4 where pairs share keys and values). Mostly small whole
// numbers or such with one or two decimals, sometimes up to 30, so that exponentials range widely.
Problem exercise(Random& random, Asking asking);

// Some of the tables are given, at least one stays asked.
void give_some(Random& random, Problem& problem);

// One line: what kind of problem it is.
std::string kind_of(const Problem& problem);

}  // namespace qkv::test
