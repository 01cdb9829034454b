#include "qkv/model/problem.hpp"

#include <algorithm>

namespace qkv {

bool Problem::is_asked(Step step) const {
  return std::ranges::find(asked, step) != asked.end();
}

bool Problem::may_look(int, int, int query, int key) const {
  return !masks.causal || key <= query + masks.causal->offset;
}

}  // namespace qkv
