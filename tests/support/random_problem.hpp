// Random problems of every kind, as a file would describe them.
#pragma once

#include "qkv/model/raw_problem.hpp"
#include "support/problems.hpp"

namespace qkv::test {

// A valid problem of hand size: begins at Q, K and V (of rank 2, 3 or 4), at the embeddings (with or without
// biases, fused, or with a second source), or at the scores (with or without values); with no mask, one,
// several or all of them, among them such as leave a row nothing to look at; any scale; sometimes the row-sum
// softmax, dropout, grouped heads, W_O. All numbers have one decimal.
RawProblem random_problem(Random& random);

}  // namespace qkv::test
