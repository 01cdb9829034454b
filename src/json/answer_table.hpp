// What the writers of answers and of sessions share.
#pragma once

#include <cstddef>
#include <string>

#include "qkv/grade/answers.hpp"

namespace qkv {

std::string json_string(const std::string& text);

// Nested lists, a row a line, all but the first line indented; leading axes of size 1 are left out.
std::string answer_table_json(const AnswerTable& table, std::size_t indent);

}  // namespace qkv
