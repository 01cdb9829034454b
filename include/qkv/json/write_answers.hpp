// Answers → an answer file, as read_answers() reads it.
#pragma once

#include <string>

#include "qkv/grade/answers.hpp"
#include "qkv/model/problem.hpp"

namespace qkv {

// A row a line, without leading axes of size 1; a blank cell is null. What is a JSON number stands as one.
std::string answers_json(const Answers& answers);

// The same as a sheet to fill in: beside the tables it says of each, under "sheet", how many decimals are
// asked and what the rows and columns are called. Given tables stand apart, under "given". Readers pass both
// over.
std::string answers_json(const Problem& problem, const Answers& answers);

}  // namespace qkv
