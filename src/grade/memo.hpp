// Sheets that were judged before: in a class many hand in the same numbers.
#pragma once

#include <cstdint>
#include <string>
#include <unordered_map>
#include <vector>

#include "qkv/grade/answers.hpp"
#include "qkv/grade/report.hpp"
#include "qkv/model/problem.hpp"

namespace qkv::grading {

// All that the judged tables depend on, faults' places aside: of every asked table the shape and what is
// written in its cells. Two sheets with the same key are judged alike. Takes the place of what the key was,
// whose room it uses again. False for sheets so large that they are not worth keeping.
bool write_key(std::string& key, const Problem& problem, const Answers& answers);

// The sheets of late, by key: those that were met again stay, others are forgotten when there are too many.
// Keys are compared as a whole, so that what is found never depends on what else was graded.
class Memo {
 public:
  struct Sheet {
    std::uint64_t number;  // from 1; no two sheets ever have the same
    std::vector<TableReport> tables;
  };
  // Null: not known. Valid until the next call.
  const Sheet* find(const std::string& key);
  // The number that it got; 0: it is not kept.
  std::uint64_t keep(const std::string& key, const std::vector<TableReport>& tables);

 private:
  using Sheets = std::unordered_map<std::string, Sheet>;

  void keep(const std::string& key, Sheet sheet, std::size_t cells);

  Sheets young_;
  Sheets old_;
  std::size_t cells_ = 0;  // of the young ones
  std::uint64_t count_ = 0;
};

}  // namespace qkv::grading
