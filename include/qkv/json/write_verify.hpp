// The machine format of verify. Described in data/schema/verify.schema.json.
#pragma once

#include <string>
#include <vector>

#include "qkv/verify/suite.hpp"

namespace qkv {

// command: its words, as they were given.
std::string verify_json(const SuiteReport& report, const std::vector<std::string>& command,
                        const std::optional<BadEnd>& end = {});

}  // namespace qkv
