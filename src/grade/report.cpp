#include "qkv/grade/report.hpp"

#include <algorithm>
#include <array>

namespace qkv {
namespace {

constexpr std::array<std::string_view, 4> names = {"correct", "wrong", "blank", "unreadable"};

}  // namespace

std::string_view verdict_name(Verdict verdict) {
  return names[static_cast<std::size_t>(verdict)];
}

std::optional<Verdict> verdict_from_name(std::string_view name) {
  const auto found = std::ranges::find(names, name);
  if (found == names.end()) return std::nullopt;
  return static_cast<Verdict>(found - names.begin());
}

}  // namespace qkv
