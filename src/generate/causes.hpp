// Properties of problems that hide mistakes or make them look alike: THE table of causes of `qkv lint`.
#pragma once

#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "qkv/base/result.hpp"
#include "qkv/model/problem.hpp"
#include "qkv/trace/trace.hpp"

namespace qkv::linting {

// A problem with its numbers.
struct Numbers {
  const Problem& problem;
  Trace exact;
};
Numbers numbers_of(const Problem& problem);

// For the placeholders of its texts; none: the property is not there.
using Details = std::optional<std::vector<Argument>>;

// A property without details.
inline Details yes_if(bool holds) {
  return holds ? Details(std::vector<Argument>{}) : Details();
}

struct CauseRow {
  std::string_view id;  // texts lint.cause.<id>.what and .change
  Details (*holds)(const Numbers& numbers);
  // What it is known to hide: these mistakes change nothing, or nothing that is asked.
  std::span<const std::string_view> hides = {};
  // What it is known to make alike: any two of these.
  std::span<const std::string_view> alike = {};
  // Reported even where nothing that it is known to hide is hidden: it may hide anything or nothing.
  bool worth_knowing = false;
};
std::span<const CauseRow> cause_rows();

}  // namespace qkv::linting
