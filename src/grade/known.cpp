#include "known.hpp"

#include "qkv/trace/pipeline.hpp"

namespace qkv::grading {

Known::Known(const Problem& problem, Sheets sheets)
    : problem_(problem),
      sheets_(sheets),
      steps_(steps_of(problem)),
      given_(given_in(problem)),
      true_tables_(problem),
      true_bases_(problem) {
  for (const Step step : steps_) of_step(reads_, step) = tables_read(problem, step);
}

const std::vector<const Mistake*>& Known::mistakes() {
  if (!mistakes_) {
    mistakes_.emplace();
    for (const Mistake& mistake : qkv::mistakes()) {
      if (mistake.applies(problem_)) mistakes_->push_back(&mistake);
    }
  }
  return *mistakes_;
}

}  // namespace qkv::grading
