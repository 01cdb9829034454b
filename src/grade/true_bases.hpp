// The base of true tables, of which many sheets have the same.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "base.hpp"
#include "handed_in.hpp"
#include "qkv/model/problem.hpp"

namespace qkv::grading {

// All that a true base depends on in a sheet is which rows can be read, and in which form numerators and sums
// were written.
class TrueBases {
 public:
  explicit TrueBases(const Problem& problem);

  // With all tables added and all outcomes kept, valid until the next call. Null where tables are so large
  // that nothing is kept.
  const Base* of(const HandedIn& handed_in);

 private:
  struct Entry {
    Entry(const Problem& problem, std::string pattern, const HandedIn& sheet);

    std::string rows;  // which can be read
    HandedIn handed_in;
    Base base;
  };

  const Problem& problem_;
  bool keeps_;
  std::vector<std::unique_ptr<Entry>> entries_;  // the latest last
};

}  // namespace qkv::grading
