// The properties that an implementation of attention has to have, checked from outside.
//
// Each check asks the implementation about sizes from small to large and stops at the first case that fails,
// which is therefore the smallest. Inputs come from a seed. docs/verify.md lists the checks.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "qkv/base/result.hpp"
#include "qkv/base/tensor.hpp"
#include "qkv/mistakes/mistakes.hpp"
#include "qkv/verify/attention.hpp"
#include "qkv/verify/reply.hpp"

namespace qkv {

// What a row becomes whose query may look at no key: a decision, not a mistake, as long as it was made.
enum class FullyMasked {
  zero,     // weights and output 0, as in qkv
  uniform,  // every key gets the same weight: what a finite minimum in place of −∞ does
  nan,      // what −∞ does without cleaning up
  any       // it is not looked at
};
std::string_view fully_masked_name(FullyMasked policy);
std::optional<FullyMasked> fully_masked_from_name(std::string_view name);

// What an implementation may lack: it is not asked for that, and the checks that need it are skipped.
inline constexpr std::string_view verify_lacks[] = {"layer",   "padding", "offset", "scale",  "causal",
                                                    "weights", "batch",   "heads",  "lengths"};

struct SuiteSetting {
  FullyMasked fully_masked = FullyMasked::zero;
  std::set<std::string, std::less<>> lacks = {};
  std::uint64_t seed = 0;
};

// A case that failed.
struct FailedCase {
  enum class Kind {
    trouble,  // no reply: `trouble`
    refused,  // it says that it cannot: `error`
    missing,  // a part of the answer is not there
    shape,    // a part has another shape: `expected_shape`, `seen_shape`
    numbers   // a number is not what it has to be
  };
  Kind kind = Kind::numbers;
  std::string did;                       // text verify.did.<did>: what was done, in words
  std::vector<Argument> arguments = {};  // of that text
  AttentionRequest request = {};         // what was asked last
  // What was asked before, where two answers are held against each other: `expected` is what came then.
  std::optional<AttentionRequest> before = {};
  std::string part = {};  // "output" or "weights"; empty where it is about neither

  Trouble trouble = {};
  std::string error = {};
  Shape expected_shape = {};
  Shape seen_shape = {};

  std::vector<int> at = {};           // the first number that is wrong, in `part`
  bool is_row_sum = false;            // it is the sum of the row of weights at [b, h, i, 0]
  double expected = 0.0;              // there; NaN: any number but one
  double seen = 0.0;                  // there
  Tensor seen_part = {};              // the whole part
  std::optional<Tensor> wanted = {};  // the same as it should be, where that is known
  std::string note = {};              // text verify.note.<note>: what this number tells; may be empty
};

class Bench;

struct VerifyCheck {
  std::string_view id;                       // texts verify.check.<id>.name and .why
  std::span<const std::string_view> suites;  // besides "all"
  std::span<const std::string_view> needs;   // of verify_lacks
  void (*run)(Bench& bench);
};
std::span<const VerifyCheck> verify_checks();
inline constexpr std::string_view verify_suites[] = {"all",     "shape", "leak",  "padding", "softmax",
                                                     "numbers", "heads", "layer", "scale"};

struct CheckResult {
  enum class Outcome { passed, failed, skipped };
  const VerifyCheck* check = nullptr;
  Outcome outcome = Outcome::passed;
  std::string lack = {};  // of skipped: what it lacks
  int cases = 0;          // requests that were made for it
  std::optional<FailedCase> failure = {};
};

// A known mistake whose answers are those of the implementation.
struct Reproduced {
  const Mistake* mistake = nullptr;
  int agreeing = 0;  // of the answers that are not the right ones
  int wrong = 0;     // how many those are
  bool all = false;  // and every other answer as well
  // Where no number of the catalogue fits: about what stands in the masked cells.
  std::optional<double> fill = {};
};

struct SuiteReport {
  std::vector<CheckResult> checks;     // in the order of the table
  std::vector<Reproduced> reproduced;  // by the most agreeing; empty if no mistake explains half of them
  int asked = 0;                       // requests in all
  bool is_coarse = false;  // no answer is off by more than half precision rounds; nothing else explains it
  int count(CheckResult::Outcome outcome) const;
  bool passed() const;  // nothing failed, something passed
  // The failure to look at first. What is simple is checked first; among the failures about the same thing it
  // is the one with the smallest case. Null: none failed.
  const CheckResult* most_telling() const;
};

using SuiteProgress = std::function<void(std::size_t done, std::size_t of)>;

// suites: names of verify_suites; the checks that belong to any of them.
SuiteReport verify(std::span<const std::string> suites, const SuiteSetting& setting, const Ask& ask,
                   const SuiteProgress& progress = {});

}  // namespace qkv
