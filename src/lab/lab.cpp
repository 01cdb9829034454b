#include "qkv/lab/lab.hpp"

#include <cmath>
#include <utility>

namespace qkv {

LabText lab_text(std::string key, std::vector<Argument> arguments) {
  return {.key = std::move(key), .arguments = std::move(arguments)};
}
LabText lab_literal(std::string text) {
  return {.literal = std::move(text)};
}

bool LabClaim::holds() const {
  switch (relation) {
    case Relation::less:
      return found < bound;
    case Relation::at_most:
      return found <= bound;
    case Relation::equal:
      return std::fabs(found - bound) <= tolerance;
    case Relation::at_least:
      return found >= bound;
    case Relation::greater:
      return found > bound;
  }
  return false;
}

bool LabResult::holds() const {
  for (const LabSection& section : sections) {
    for (const LabSection::Block& block : section.blocks) {
      const LabClaim* claim = std::get_if<LabClaim>(&block);
      if (claim && !claim->holds()) return false;
    }
  }
  return true;
}

}  // namespace qkv
