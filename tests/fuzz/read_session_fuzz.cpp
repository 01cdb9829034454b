// Any bytes as a session: one that is written and read back the same, or faults that can be said. Whatever
// fits its problem can be gone on with.
#include <cstdint>
#include <string>

#include "check.hpp"
#include "qkv/json/read_content.hpp"
#include "qkv/json/session.hpp"
#include "qkv/tutor/practice.hpp"

using namespace qkv;
using qkv::fuzz::require;
using qkv::fuzz::require_sayable;

namespace {

// One line of numbers, as many as are asked for, and a command; then it is a session like any other.
void go_on(const Problem& problem, const PracticeSession& session) {
  Practice practice(problem, session);
  if (practice.prompt() == nullptr) return;
  std::string line;
  for (int i = 0; i < practice.prompt()->count; ++i) line += "1 ";
  require(practice.react(line).kind != ReactionKind::nothing);
  practice.react("?");
  const auto again = fitted(problem, practice.session());
  require(static_cast<bool>(again));
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static ProblemShelf problems;
  const std::string text(reinterpret_cast<const char*>(data), size);
  const auto session = read_session(text, "input");
  if (!session) {
    require(!session.faults().empty());
    require_sayable(session.faults());
    return 0;
  }
  const std::string written = session_json(session.value());
  const auto again = read_session(written, "input");
  if (again) require(session_json(again.value()) == written);

  const auto problem = problems.find(session.value().problem);
  if (problem == nullptr) return 0;
  // The numbers of a problem are beyond a fuzzer's luck: their fingerprint is tried as it is, and as it
  // should be.
  PracticeSession belonging = session.value();
  belonging.fingerprint = fingerprint_of(*problem);
  for (const PracticeSession& each : {session.value(), belonging}) {
    const auto fits = fitted(*problem, each);
    if (fits) {
      go_on(*problem, fits.value());
    } else {
      require_sayable(fits.faults());
    }
  }
  return 0;
}
