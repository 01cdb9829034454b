// Which table would tell several mistakes apart.
#pragma once

#include <optional>
#include <vector>

#include "handed_in.hpp"
#include "qkv/mistakes/mistakes.hpp"
#include "qkv/model/problem.hpp"

namespace qkv::grading {

// The first table in which these ways lead to different numbers: one that is asked and was not handed in,
// else one that is not asked. Nothing if no table does.
std::optional<Step> telling_step(const Problem& problem, const HandedIn& handed_in,
                                 const std::vector<const Way*>& ways);

}  // namespace qkv::grading
