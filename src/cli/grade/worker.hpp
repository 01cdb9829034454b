// Grades submissions and prints them, for one thread.
#pragma once

#include <list>
#include <memory>
#include <string>
#include <vector>

#include "job.hpp"
#include "qkv/grade/class_tally.hpp"
#include "submissions.hpp"

namespace qkv {

// Some submissions in order.
struct GradedBatch {
  std::string output;
  std::vector<ClassRecord> records;
};

class Worker {
 public:
  explicit Worker(const GradeJob& job) : job_(job) {}

  GradedBatch operator()(std::vector<Incoming> incoming);

 private:
  struct Prepared;  // a problem, ready to grade by

  // The one of that name, or why it cannot be had. Those used last are kept.
  Result<std::shared_ptr<Prepared>> prepared(const std::string& problem);
  Result<Answers> answers_of(Incoming& incoming) const;
  void grade(Incoming& incoming, GradedBatch& batch);
  void add_graded(const Incoming& incoming, Prepared& prepared, const Answers& answers, GradedBatch& batch);
  void print(const Incoming& incoming, Prepared& by, const Answers& answers, const Report& report,
             std::string& output) const;
  void add_ungraded(const Incoming& incoming, const std::vector<Diagnostic>& faults, GradedBatch& batch);

  const GradeJob& job_;
  std::list<std::pair<std::string, std::shared_ptr<Prepared>>> problems_;  // the one used last first
};

}  // namespace qkv
