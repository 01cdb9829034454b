// What is said about a check of an implementation, whatever it is printed as.
#pragma once

#include <string>
#include <string_view>

#include "qkv/report/verify.hpp"

namespace qkv {

class VerifyWords {
 public:
  VerifyWords(const VerifyOptions& options, const Catalogue& catalogue)
      : options_(options), catalogue_(catalogue) {}

  std::string text(std::string_view key) const { return std::string(catalogue_.text(key)); }

  std::string name(const CheckResult& result) const;
  std::string why(const CheckResult& result) const;
  std::string skipped(const CheckResult& result) const;

  std::string did(const FailedCase& failure) const;
  // What was expected and what came.
  std::string saw(const FailedCase& failure) const;
  std::string line(const CheckResult& failed) const;  // its name, and what was expected and came
  std::string note(const FailedCase& failure) const;  // may be empty

  std::string mistake_name(const Reproduced& reproduced) const;
  // "weights are what ‘softmax down the columns’ gives", and how far that goes.
  std::string reproduces(const Reproduced& reproduced) const;

 private:
  // "q [1, 1, 2, 1], k [1, 1, 2, 1], v [1, 1, 2, 1]"
  std::string sizes(const AttentionRequest& request) const;

  const VerifyOptions& options_;
  const Catalogue& catalogue_;
};

}  // namespace qkv
