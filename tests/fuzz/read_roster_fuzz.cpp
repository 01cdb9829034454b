// Any bytes as a class list: learners that have an id each, no two the same, or faults that can be said.
#include <cstdint>
#include <set>
#include <string>

#include "check.hpp"
#include "qkv/io/read_roster.hpp"

using namespace qkv;
using qkv::fuzz::require;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string text(reinterpret_cast<const char*>(data), size);
  const auto roster = read_roster(text, "input");
  if (!roster) {
    require(!roster.faults().empty());
    qkv::fuzz::require_sayable(roster.faults());
    return 0;
  }
  require(!roster.value().empty());
  std::set<std::string> ids;
  for (const RosterEntry& each : roster.value()) require(!each.id.empty() && ids.insert(each.id).second);
  return 0;
}
