// Which table would tell two mistakes apart.
#pragma once

#include <optional>
#include <vector>

#include "handed_in.hpp"
#include "known.hpp"
#include "qkv/mistakes/mistakes.hpp"
#include "qkv/model/problem.hpp"

namespace qkv::grading {

// For each of the ways the first table in which it leads to other numbers than the first way: one that is
// asked and was not handed in, else one that is not asked. Nothing if no table does.
std::vector<std::optional<Step>> telling_steps(Known& known, const HandedIn& handed_in,
                                               const std::vector<const Way*>& ways);

}  // namespace qkv::grading
