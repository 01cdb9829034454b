// A problem that stands inside another file.
#pragma once

#include <string_view>

#include "qkv/json/value.hpp"
#include "qkv/model/problem.hpp"
#include "reading.hpp"

namespace qkv {

// As read_problem(); keys that occur twice are for whoever reads the file to report.
Result<Problem> read_problem_at(const JsonText& json, const Entry& root, std::string_view fallback_id);

}  // namespace qkv
