// What speaks for a mistake in a table, and what speaks against it in others.
#pragma once

#include <vector>

#include "cases.hpp"
#include "hypotheses.hpp"
#include "match.hpp"
#include "refusal.hpp"

namespace qkv::grading {

class Evidence {
 public:
  // own: with all tables added.
  Evidence(Known& known, const HandedIn& handed_in, const Base& own, const std::vector<JudgedTable>& tables);

  // How the mistake fits the table, as a whole or in some rows; without ways if it does not.
  Fit fit(const Case& of, const Mistake& mistake);
  // Every mistake that can be made in the problem: `fits` and `single_fits` of the case.
  void find_fits(Case& of);

  // Whether other tables that were handed in show that none of the ways was taken: not at all, only by a
  // table that this one is calculated from (a learner may have overlooked it), or by others.
  enum class Objection { none, overlooked, elsewhere };
  Objection objection(const Case& of, const Fit& fit);
  // The table agrees with the mistake where the right step on the learner's own numbers gives something else.
  bool bears_out(const JudgedTable& table, const Fit& fit);
  // A later table agrees with the mistake where the true numbers are something else.
  bool has_consequences(const Case& of, const Fit& fit);

 private:
  double half(Step step) const { return half_unit(of_step(problem_.decimals, step)); }
  void try_way(const Case& of, const Way& way, Fit& fit);
  void try_kept(const Case& of, const Refusal& refusal, Base::Kind kind, Trials& trials, const Way& way,
                TrialsOfWay& of_way, Fit& fit);
  void try_manners(const Case& of, Base::Kind kind, const Way& way, Fit& fit);
  Comparison compared(const Case& of, Base::Kind kind) const;
  // The table agrees as a whole, and tells something.
  bool shows(const Case& seen, const Way& way, Base::Kind kind);
  bool is_read_by(Step table, Step later) const;
  Objection objection(const Case& of, const Fit& fit, const Way& way);
  bool agrees_with(const JudgedTable& other, const Way& way, const Case& of, const Fit& fit);
  bool comes_out_of(const Comparison& comparison, const Way& way, Step step);

  Known& known_;
  const Problem& problem_;
  const HandedIn& handed_in_;
  const std::vector<JudgedTable>& tables_;
  Hypotheses hypotheses_;
  Match match_;  // the last one
};

}  // namespace qkv::grading
