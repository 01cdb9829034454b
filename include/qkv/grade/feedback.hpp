// How much of a report is told.
#pragma once

#include <array>
#include <optional>
#include <string_view>

namespace qkv {

// Each level tells all that the one before tells. Up to `where` nothing depends on the expected numbers but
// the verdicts themselves: two problems with the same verdicts look the same.
enum class Feedback {
  verdict,  // points of each table
  where,    // the verdict of every cell
  why,      // what is right and why, what a wrong cell looks like; no number of a cell without full points
  full      // the expected numbers
};
inline constexpr std::array<std::string_view, 4> feedback_names = {"verdict", "where", "why", "full"};
std::optional<Feedback> feedback_from_name(std::string_view name);

}  // namespace qkv
