// Answers → an answer file, as read_answers() reads it.
#pragma once

#include <string>

#include "qkv/grade/answers.hpp"

namespace qkv {

// Tables in the shape they have, a row a line; a blank cell is null. What is a JSON number stands as one.
std::string answers_json(const Answers& answers);

}  // namespace qkv
