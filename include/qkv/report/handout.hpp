// What a learner has to know to fill in a sheet: the numbers a problem begins with, its heads and its masks.
#pragma once

#include <string>

#include "qkv/model/problem.hpp"
#include "qkv/report/document.hpp"
#include "qkv/text/catalogue.hpp"

namespace qkv {

// As the walk shows them, without anything calculated.
Document handout_document(const Problem& problem, const Catalogue& catalogue);

// What the tables of a sheet are, in words that give no rule away: "who matches whom".
PerStep<std::string> sheet_titles(const Problem& problem, const Catalogue& catalogue);

}  // namespace qkv
