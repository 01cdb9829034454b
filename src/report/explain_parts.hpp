// What the pages of `qkv explain` share.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "qkv/mistakes/mistakes.hpp"
#include "qkv/model/problem.hpp"
#include "qkv/report/document.hpp"
#include "qkv/report/explain.hpp"
#include "qkv/text/catalogue.hpp"

namespace qkv {

// A document whose first section holds the title and nothing else.
Document titled(std::string title, const Catalogue& catalogue);

// The command to try after a term or a concept.
std::string_view next_command(std::string_view id);

// "To go on: qkv walk contract, qkv explain scaled"
Paragraph next_paragraph(const std::vector<std::string>& commands, const Catalogue& catalogue);

// The mistakes that are listed under a step, one row each.
Table mistakes_of(Step step, std::span<const Topic> topics, const Catalogue& catalogue);

// The right and the wrong table of one step, for the first way of the mistake that is visible there and the
// first plane in which it is.
std::vector<Block> contrast_blocks(const Mistake& mistake, const Problem& problem, Step step,
                                   const Catalogue& catalogue);

}  // namespace qkv
