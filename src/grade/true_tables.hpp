// What tables would be if a known mistake had been made and everything else were right: the same for every
// learner.
#pragma once

#include <memory>
#include <optional>
#include <unordered_map>
#include <vector>

#include "handed_in.hpp"
#include "qkv/mistakes/mistakes.hpp"
#include "qkv/model/problem.hpp"
#include "run.hpp"

namespace qkv::grading {

class TrueTables {
 public:
  // Keeps references. given: tables that stand on the sheet, the same in every calculation.
  TrueTables(const Problem& problem, const HandedIn& given);

  // Null where the way changes nothing in that table, or yields a table of another shape before it. Valid
  // until the next call.
  const Tensor* table(const Way& way, Step step, const Manner& manner);
  // The same without a mistake, not rounded. Valid as long as this object.
  const Tensor& right_table(Step step, const Manner& manner);
  // Whether both come out as with the usual form of the exponentials, to the last bit.
  bool is_as_usual(const Way& way, Step step, const Manner& manner);
  // All tables that this way leads to, exactly calculated. Valid until the next call.
  const Trace& tables(const Way& way);

 private:
  struct Entry {
    bool known = false;
    std::optional<Tensor> table;
  };

  std::optional<Step> first_of(const Way& way, Step last) const;
  Trace& right(const Manner& manner);
  Trace calculate_right(const Manner& manner) const;
  void calculate(const Way& way, Step step, const Manner& manner, Entry& entry);

  const Problem& problem_;
  const HandedIn& given_;
  PerStep<bool> is_given_{};
  std::vector<Step> steps_;
  PerManner<std::optional<Trace>> right_;
  PerManner<PerStep<std::optional<Tensor>>> right_tables_;
  PerManner<std::optional<bool>> same_exponentials_;
  // As far as they were needed and there is room.
  std::unordered_map<const Way*, PerStep<std::unique_ptr<PerManner<Entry>>>> entries_;
  std::unordered_map<const Way*, Trace> traces_;
  std::size_t kept_ = 0;  // numbers
  Entry not_kept_;
  Trace trace_not_kept_;
};

}  // namespace qkv::grading
