// What a table would be if a known mistake had been made.
#pragma once

#include <optional>
#include <vector>

#include "base.hpp"
#include "handed_in.hpp"
#include "known.hpp"
#include "qkv/mistakes/mistakes.hpp"
#include "run.hpp"

namespace qkv::grading {

class Hypotheses {
 public:
  // own: with all tables added.
  Hypotheses(Known& known, const HandedIn& handed_in, const Base& own);

  // The manners in which a table may come out differently. by_hand is left out for tables so large that
  // nobody calculates them by hand.
  const std::vector<Manner>& manners(Base::Kind kind, Step step);

  // The table of a step: made from the true tables before it, the mistake made at or before it; or from the
  // learner's own tables, the mistake made after them. Null where that way changes nothing in it, or
  // yields a table of another shape before it. The table itself is not rounded. Valid until the next call.
  const Tensor* table(Base::Kind kind, const Way& way, Step step, const Manner& manner);

  // The same without a mistake. Valid as long as this object.
  const Tensor& right_table(Base::Kind kind, Step step, const Manner& manner);

  // The tables of that step by every way, kept from sheets with the same tables before it. Null for a
  // single sheet, or where tables are so large that nothing is kept. Valid until the next call.
  Trials* trials(Base::Kind kind, Step step);
  // One after the other, in every manner that may come out differently. Null: there are no more.
  const Trial* trial(Trials& trials, Base::Kind kind, Step step, const Way& way, TrialsOfWay& of_way,
                     std::size_t count);

  // Whether both come out as with the usual form of the exponentials, to the last bit.
  bool is_as_usual(Base::Kind kind, const Way& way, Step step, const Manner& manner);

 private:
  std::vector<Manner> find_manners(Base::Kind kind, Step step) const;
  bool reads_blank(Step step) const;
  std::optional<Step> first_of(const Way& way, Step last) const;
  Run run(const Way& way, const Manner& manner, Step first, Step last) const;
  bool is_worth_keeping(Step step) const;
  std::string key_of(Base::Kind kind, Step step) const;
  void try_next(Trials& trials, Base::Kind kind, Step step, const Way& way, TrialsOfWay& of_way);
  Trace& own_right(const Manner& manner);

  Known& known_;
  const Problem& problem_;
  PerStep<bool> handed_in_{};
  const Trace& own_;
  // As far as they were needed.
  std::array<PerStep<std::vector<Manner>>, 2> manners_;
  PerManner<std::optional<Trace>> own_right_;
  PerManner<PerStep<std::optional<Tensor>>> own_right_tables_;
  PerManner<std::optional<bool>> same_exponentials_;
  std::optional<Tensor> table_;
};

}  // namespace qkv::grading
