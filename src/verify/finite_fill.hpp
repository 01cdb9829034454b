// Masked cells that hold a finite number in place of −∞, whatever number that is.
//
// The weight of a masked key then is not 0 but e^(fill − s) times that of an open key with the score s. Every
// such weight tells the fill; if all of them, in all answers, tell the same one, that is what was done.
#pragma once

#include <optional>
#include <vector>

#include "bench.hpp"

namespace qkv {

struct FiniteFill {
  double fill = 0.0;  // about; of what is added where the mask adds
  int answers = 0;    // with a masked weight above 0
};

// Nothing unless every answer is what such a fill gives, rows that see nothing cleared or not.
std::optional<FiniteFill> finite_fill(const std::vector<Exchange>& exchanges);

}  // namespace qkv
