// Tables that belong to a question, without the arithmetic behind them.
#pragma once

#include <vector>

#include "qkv/report/document.hpp"
#include "qkv/text/catalogue.hpp"
#include "qkv/tutor/question.hpp"

namespace qkv {

// What a row of the asked table is calculated from: tables, divisor, masks.
std::vector<Block> tables_to_begin_with(const NumbersBody& body, const Catalogue& catalogue);
// The whole calculation with the mistake in it.
std::vector<Block> tables_with_mistake(const MistakeBody& body, const Catalogue& catalogue);

}  // namespace qkv
