#include "known.hpp"

#include <algorithm>

#include "qkv/trace/pipeline.hpp"

namespace qkv::grading {

Known::Known(const Problem& problem, Sheets sheets)
    : problem_(problem),
      sheets_(sheets),
      steps_(steps_of(problem)),
      given_(given_in(problem)),
      true_tables_(problem, given_),
      true_bases_(problem) {
  for (const Step step : steps_) of_step(reads_, step) = tables_read(problem, step);
}

const std::vector<const Mistake*>& Known::mistakes() {
  if (!mistakes_) {
    mistakes_.emplace();
    for (const Mistake& mistake : qkv::mistakes()) {
      const bool can_be_made =
          mistake.applies(problem_) &&
          std::ranges::any_of(mistake.ways, [&](const Way& way) { return is_open(way); });
      if (can_be_made) mistakes_->push_back(&mistake);
    }
  }
  return *mistakes_;
}

bool Known::is_open(const Way& way) const {
  return std::ranges::none_of(
      way, [&](const Replacement& replacement) { return problem_.is_given(replacement.step); });
}

}  // namespace qkv::grading
