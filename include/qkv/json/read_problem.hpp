// Problem files: JSON → RawProblem → Problem.
#pragma once

#include <string>
#include <string_view>

#include "qkv/base/result.hpp"
#include "qkv/model/problem.hpp"

namespace qkv {

// Reads and validates a problem file. `file` is shown in messages; `fallback_id` names a problem without
// "id". Every fault is reported at once. The format is described in data/schema/problem.schema.json.
Result<Problem> read_problem(std::string text, std::string file, std::string_view fallback_id);

}  // namespace qkv
