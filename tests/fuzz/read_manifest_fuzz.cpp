// Any bytes as a manifest: submissions that have a file and a problem each, or faults that can be said.
#include <cstdint>
#include <string>

#include "check.hpp"
#include "qkv/io/read_manifest.hpp"

using namespace qkv;
using qkv::fuzz::require;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string text(reinterpret_cast<const char*>(data), size);
  const auto assignments = read_manifest(text, "input");
  if (!assignments) {
    require(!assignments.faults().empty());
    qkv::fuzz::require_sayable(assignments.faults());
    return 0;
  }
  require(!assignments.value().empty());
  for (const Assignment& each : assignments.value()) require(!each.answers.empty() && !each.problem.empty());
  return 0;
}
