// What grading needs of a problem whatever was handed in: calculated once, as far as it is needed.
#pragma once

#include <optional>
#include <vector>

#include "handed_in.hpp"
#include "qkv/mistakes/mistakes.hpp"
#include "qkv/model/problem.hpp"
#include "trials.hpp"
#include "true_bases.hpp"
#include "true_tables.hpp"

namespace qkv::grading {

class Known {
 public:
  // How many are to be graded: what pays only from the second sheet on is not kept for one.
  enum class Sheets { one, many };
  // Keeps a reference to the problem.
  explicit Known(const Problem& problem, Sheets sheets = Sheets::many);

  const Problem& problem() const { return problem_; }
  const std::vector<Step>& steps() const { return steps_; }
  // See tables_read().
  const std::vector<Step>& reads(Step step) const { return of_step(reads_, step); }
  // Mistakes that can be made in the problem.
  const std::vector<const Mistake*>& mistakes();
  // Nobody goes wrong in a table that stands on the sheet already.
  bool is_open(const Way& way) const;
  // The given tables.
  const HandedIn& given() const { return given_; }
  TrueTables& true_tables() { return true_tables_; }
  TrueBases& true_bases() { return true_bases_; }
  // Null for a single sheet.
  TrialShelf* trials() { return sheets_ == Sheets::many ? &trials_ : nullptr; }

 private:
  const Problem& problem_;
  Sheets sheets_;
  std::vector<Step> steps_;
  PerStep<std::vector<Step>> reads_;
  HandedIn given_;
  std::optional<std::vector<const Mistake*>> mistakes_;
  TrueTables true_tables_;
  TrueBases true_bases_;
  TrialShelf trials_;
};

}  // namespace qkv::grading
