// What is said about a problem beside its numbers, without anything that a learner has to know.
#pragma once

#include <vector>

#include "blackboard.hpp"

namespace qkv {

// What the scores are divided by, where Q and K do not show it.
std::vector<Block> scale_blocks(const Blackboard& board);
// How the features are shared out among the heads. None with one head.
std::vector<Block> heads_blocks(const Blackboard& board);
// Who may look at whom.
std::vector<Block> mask_rules(const Blackboard& board);

}  // namespace qkv
