// Parts of a handout that stand elsewhere, too.
#pragma once

#include <vector>

#include "blackboard.hpp"

namespace qkv {

// What the scores are divided by, where Q and K do not show it.
std::vector<Block> scale_blocks(const Blackboard& board);
// The rule alone: how a mask is put into numbers is for the learner to know.
std::vector<Block> mask_rules(const Blackboard& board);

}  // namespace qkv
