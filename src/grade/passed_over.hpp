// Learners who calculate all by themselves, though some tables stand on the sheet.
#pragma once

#include <memory>
#include <vector>

#include "judging.hpp"

namespace qkv::grading {

// The same problem with nothing given. Whoever passes over given tables and calculates rightly has other
// roundings on the way, and is right all the same.
class PassedOver {
 public:
  explicit PassedOver(const Problem& problem, Known::Sheets sheets);

  // Puts in the place of judged tables those in which all that is written is right in that calculation.
  void accept(std::vector<TableReport>& tables, const Answers& answers, const GradeOptions& options);

 private:
  struct Without;

  const Problem& problem_;
  Known::Sheets sheets_;
  std::shared_ptr<Without> without_;  // from the first sheet on that needs it
};

}  // namespace qkv::grading
