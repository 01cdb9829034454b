// Any bytes as a session: one that is written and read back the same, or faults that can be said.
#include <cstdint>
#include <string>

#include "check.hpp"
#include "qkv/json/session.hpp"

using namespace qkv;
using qkv::fuzz::require;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string text(reinterpret_cast<const char*>(data), size);
  const auto session = read_session(text, "input");
  if (!session) {
    require(!session.faults().empty());
    qkv::fuzz::require_sayable(session.faults());
    return 0;
  }
  const std::string written = session_json(session.value());
  const auto again = read_session(written, "input");
  if (again) require(session_json(again.value()) == written);
  return 0;
}
