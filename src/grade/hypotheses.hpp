// What a table would be if a known mistake had been made.
#pragma once

#include <deque>
#include <optional>
#include <vector>

#include "base.hpp"
#include "handed_in.hpp"
#include "qkv/mistakes/mistakes.hpp"

namespace qkv::grading {

// How the tables between are carried.
struct Manner {
  Carry carry = Carry::exact;
  StepFunction exponentials = nullptr;  // one of the accepted forms

  friend bool operator==(const Manner&, const Manner&) = default;
};

class Hypotheses {
 public:
  // own: with all tables added.
  Hypotheses(const Problem& problem, const HandedIn& handed_in, const Base& own);

  // The manners in which a table may come out differently. by_hand is left out for tables so large that
  // nobody calculates them by hand.
  std::vector<Manner> manners(Base::Kind kind, Step step) const;

  // The table of a step: made from the true tables before it, the mistake made at or before it; or from the
  // learner's own tables, the mistake made after them. Nothing where that way changes nothing in it, or
  // yields a table of another shape before it. The table itself is not rounded.
  std::optional<Tensor> table(Base::Kind kind, const Way& way, Step step, const Manner& manner) const;

  // The same without a mistake. Valid as long as this object.
  const Tensor& right_table(Base::Kind kind, Step step, const Manner& manner) const;

 private:
  std::optional<Tensor> calculate(Base::Kind kind, const Way& way, Step last, Step first,
                                  const Manner& manner) const;
  bool is_handed_in(Step step) const { return of_step(handed_in_, step).has_value(); }
  bool reads_blank(Step step) const;
  bool is_computed(Base::Kind kind, Step step, Step last) const;
  const Tensor& right(Base::Kind kind, Step step, const Manner& manner) const;

  const Problem& problem_;
  const HandedIn& handed_in_;
  const Trace& own_;
  std::vector<Step> steps_;
  // As far as they were needed.
  mutable std::vector<std::pair<Manner, Trace>> right_;  // on the true base
  struct RightTable {
    Base::Kind kind;
    Step step;
    Manner manner;
    Tensor values;
  };
  mutable std::deque<RightTable> right_tables_;
};

}  // namespace qkv::grading
