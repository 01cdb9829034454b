#include "fairness.hpp"

#include <algorithm>
#include <cmath>
#include <string>

#include "qkv/base/number.hpp"
#include "qkv/generate/topics.hpp"

namespace qkv::generating {
namespace {

// Rising scores.
bool has_fair_weights(const std::vector<double>& scores) {
  double sum = 0.0;
  for (const double score : scores) sum += std::exp(score - scores.back());
  return snap(std::exp(scores.front() - scores.back()) / sum) >= lightest_weight &&
         snap(1.0 / sum) <= heaviest_weight;
}

}  // namespace

std::string_view constraint_name(Constraint constraint) {
  switch (constraint) {
    case Constraint::rows_differ:
      return "rows-differ";
    case Constraint::all_used:
      return "all-used";
    case Constraint::scores_differ:
      return "scores-differ";
    case Constraint::weights_fair:
      return "weights-fair";
    case Constraint::scores_small:
      return "scores-small";
    case Constraint::blocked_tell:
      return "blocked-tell";
    case Constraint::no_ties:
      return "no-ties";
  }
  return "";
}

Constraint Refusals::most() const {
  return static_cast<Constraint>(std::ranges::max_element(counts_) - counts_.begin());
}

std::vector<Argument> told(const Refusals& refusals) {
  const std::string key = "constraint." + std::string(constraint_name(refusals.most()));
  return {argument_key("constraint", key), argument_key("advice", key + ".advice")};
}

std::optional<Constraint> flaw_of_row(std::vector<double>& scores, double largest) {
  if (scores.empty()) return std::nullopt;
  std::ranges::sort(scores);
  if (scores.back() > largest) return Constraint::scores_small;
  if (scores.size() < 2) return std::nullopt;
  if (std::ranges::adjacent_find(scores) != scores.end()) return Constraint::scores_differ;
  if (!has_fair_weights(scores)) return Constraint::weights_fair;
  return std::nullopt;
}

std::optional<Constraint> flaw_of_scores(const Matrix& scores, const Problem& problem, int head) {
  if (!rows_differ(scores)) return Constraint::rows_differ;
  bool any_blocked = false;
  for (int query = 0; query < problem.query_count; ++query) {
    for (int key = 0; key < problem.key_count; ++key) {
      if (problem.may_look(0, head, query, key)) continue;
      if (scores[static_cast<std::size_t>(query)][static_cast<std::size_t>(key)] != 0) return std::nullopt;
      any_blocked = true;
    }
  }
  if (any_blocked) return Constraint::blocked_tell;
  return std::nullopt;
}

std::optional<Constraint> flaw_of_queries_or_keys(const Matrix& rows) {
  if (!rows_differ(rows)) return Constraint::rows_differ;
  if (!all_used(rows)) return Constraint::all_used;
  return std::nullopt;
}

std::optional<Constraint> flaw_of_values(const Matrix& rows) {
  if (!rows_differ(rows) || !columns_vary(rows)) return Constraint::rows_differ;
  return std::nullopt;
}

}  // namespace qkv::generating
