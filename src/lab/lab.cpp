#include "qkv/lab/lab.hpp"

#include <algorithm>
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
  return std::ranges::all_of(claims(), [](const LabClaim* claim) { return claim->holds(); });
}

std::vector<const LabClaim*> LabResult::claims() const {
  std::vector<const LabClaim*> all;
  for (const LabSection& section : sections) {
    for (const LabSection::Block& block : section.blocks) {
      if (const LabClaim* claim = std::get_if<LabClaim>(&block)) all.push_back(claim);
    }
  }
  return all;
}

}  // namespace qkv
