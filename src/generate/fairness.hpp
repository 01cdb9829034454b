// What is asked of the numbers of an exercise, so that it is pleasant to calculate and each row of scores
// says something.
#pragma once

#include <array>
#include <optional>
#include <string_view>
#include <vector>

#include "matrix.hpp"
#include "qkv/base/result.hpp"
#include "qkv/model/problem.hpp"

namespace qkv::generating {

// The text of each is "constraint.<name>", and what to try where it cannot be met "constraint.<name>.advice".
enum class Constraint {
  rows_differ,    // rows of X, Q, K, V, W_O: not all 0, not twice the same; columns of V not constant
  all_used,       // no feature of Q, K or V is 0 throughout, and W leaves none of X out
  scores_differ,  // in no row two visible scores are the same
  weights_fair,   // visible weights between the lightest and the heaviest in rows with at least two
  scores_small,   // visible scaled scores are not too large
  blocked_tell,   // not every blocked score is 0
  no_ties         // nothing lies on a rounding tie, calculated exactly or by hand
};
inline constexpr std::size_t constraint_count = 7;
std::string_view constraint_name(Constraint constraint);  // "weights-fair"

// How often each one was not met.
class Refusals {
 public:
  void count(Constraint constraint) { ++counts_[static_cast<std::size_t>(constraint)]; }
  Constraint most() const;

 private:
  std::array<long long, constraint_count> counts_{};
};

// The one met least often, and what to try: arguments of the texts generate.unmet….
std::vector<Argument> told(const Refusals& refusals);

// What they do not meet first; nothing: they are fair.

// Scaled scores of one row that are seen, in any order (they come back rising); none is larger than
// `largest`.
std::optional<Constraint> flaw_of_row(std::vector<double>& scores, double largest);
// Scores of all queries, [T_q][T_k], whose rows are fair one by one.
std::optional<Constraint> flaw_of_scores(const Matrix& scores, const Problem& problem, int head);
std::optional<Constraint> flaw_of_queries_or_keys(const Matrix& rows);
std::optional<Constraint> flaw_of_values(const Matrix& rows);

}  // namespace qkv::generating
