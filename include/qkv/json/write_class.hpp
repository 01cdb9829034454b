// The last line of `qkv grade --format json`: what all submissions show together.
#pragma once

#include <string>
#include <vector>

#include "qkv/grade/class_tally.hpp"
#include "qkv/grade/feedback.hpp"

namespace qkv {

// Mistakes are named from the level `why` on. `repeated`: learners with several submissions. Described in
// data/schema/class.schema.json.
std::string class_json(const ClassTally& tally, Feedback feedback, const std::vector<std::string>& repeated);

}  // namespace qkv
