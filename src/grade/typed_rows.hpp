// Rows typed as one text: "0.25 0.50 0.25".
#pragma once

#include "qkv/base/number.hpp"
#include "qkv/grade/answers.hpp"
#include "qkv/model/problem.hpp"

namespace qkv::grading {

// Whether some table may hold such rows, so that with_rows_apart() has anything to do.
bool has_typed_rows(const Problem& problem, const Answers& answers);

// The answers with such rows taken apart into cells: tables that lack their last axis and hold, in every
// cell, a text of as many numbers as a row has. Other tables stay as they are.
Answers with_rows_apart(const Problem& problem, Answers answers, const ReadOptions& options);

}  // namespace qkv::grading
