// Sheets that were judged before: in a class many hand in the same numbers.
#pragma once

#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "qkv/grade/answers.hpp"
#include "qkv/grade/report.hpp"
#include "qkv/model/problem.hpp"

namespace qkv::grading {

// All that the judged tables depend on, faults' places aside: of every asked table the shape and what is
// written in its cells. Two sheets with the same key are judged alike. Nothing for sheets so large that they
// are not worth keeping.
std::optional<std::string> key_of(const Problem& problem, const Answers& answers);

// The sheets of late, by key: those that were met again stay, others are forgotten when there are too many.
// Keys are compared as a whole, so that what is found never depends on what else was graded.
class Memo {
 public:
  // Null: not known. Valid until the next call.
  const std::vector<TableReport>* find(const std::string& key);
  void keep(std::string key, const std::vector<TableReport>& tables);

 private:
  using Sheets = std::unordered_map<std::string, std::vector<TableReport>>;

  Sheets young_;
  Sheets old_;
  std::size_t cells_ = 0;  // of the young ones
};

}  // namespace qkv::grading
