// Mistakes that a problem cannot tell apart, found by comparing numbers: quicker than grading, which has the
// last word.
#pragma once

#include <compare>
#include <map>
#include <vector>

#include "qkv/base/tensor.hpp"
#include "qkv/generate/mistaken.hpp"
#include "qkv/mistakes/mistakes.hpp"
#include "qkv/model/problem.hpp"
#include "qkv/trace/trace.hpp"

namespace qkv::generating {

// One way to make one mistake; without either: none is made.
struct Suspect {
  const Mistake* mistake = nullptr;
  const Way* way = nullptr;

  friend auto operator<=>(const Suspect&, const Suspect&) = default;
};
inline constexpr Suspect nobody;

// Two ways to the same numbers in every asked cell.
struct Twins {
  Suspect one, other;
};

// What mistakes make of the tables of a problem, unrounded, as far as it is needed.
class MistakenTables {
 public:
  // Keeps a reference to the problem.
  explicit MistakenTables(const Problem& problem);

  // Whether the numbers of each asked cell are no more than half a unit of the last asked decimal apart, as
  // for the grading; from those of nobody a whole unit, which rounding can explain.
  bool are_twins(const Twins& twins);
  std::vector<Twins> all_twins(const std::vector<PossibleMistake>& mistakes);

 private:
  using Asked = std::vector<Tensor>;  // NaN in rows that nobody asks for; no shape: not handed in
  const Asked& asked(const Suspect& suspect);
  Tensor asked_part(const Tensor* table, Step step) const;

  const Problem& problem_;
  std::map<Suspect, Asked> asked_;
};

}  // namespace qkv::generating
