#include "qkv/model/exercise.hpp"

#include <algorithm>

namespace qkv {

bool Unavoidable::hides(std::string_view id) const {
  return std::ranges::find(hidden, id) != hidden.end();
}

bool Unavoidable::pairs_up(std::string_view one, std::string_view other) const {
  return std::ranges::any_of(pairs, [&](const MistakePair& pair) {
    return (pair.one == one && pair.other == other) || (pair.one == other && pair.other == one);
  });
}

}  // namespace qkv
