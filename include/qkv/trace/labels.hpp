// What the rows and columns of a step's table are called.
#pragma once

#include <string>

#include "qkv/model/problem.hpp"
#include "qkv/model/step.hpp"

namespace qkv {

// Tables of keys and values have a row for every key; all others one for every query.
bool rows_are_keys(Step step);
// Scores to weights have a column for every key; sum has a single one; all others one for every feature.
bool columns_are_keys(Step step);

// The token in that row.
const std::string& row_name(const Problem& problem, Step step, int batch, int row);
// The token or the number of the feature, from 1; empty for sum.
std::string column_name(const Problem& problem, Step step, int batch, int column);

}  // namespace qkv
