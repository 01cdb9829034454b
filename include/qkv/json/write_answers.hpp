// Answers → an answer file, as read_answers() reads it.
#pragma once

#include <string>

#include "qkv/grade/answers.hpp"

namespace qkv {

// A row a line, without leading axes of size 1; a blank cell is null. What is a JSON number stands as one.
std::string answers_json(const Answers& answers);

}  // namespace qkv
