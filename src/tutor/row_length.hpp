// Rows with more or fewer numbers than the table has columns.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "qkv/tutor/practice.hpp"

namespace qkv {

// The known mistakes that lead to a row of that length with these numbers, as a table of another shape is
// judged: every number has to agree, and two have to tell. Nothing: no row of its own is asked for, or no
// mistake does.
std::optional<Diagnosis> mistake_of_length(const Problem& problem, Grader& grader, Answers answers,
                                           const Prompt& prompt, const std::vector<std::string>& cells);

}  // namespace qkv
