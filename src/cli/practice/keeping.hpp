// Where a practice is kept, and how it is found again.
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "qkv/cli/command.hpp"
#include "qkv/model/problem.hpp"
#include "qkv/tutor/session.hpp"

namespace qkv {

// The folder of the user's own sessions; nothing where the environment names no home.
std::optional<std::string> practice_folder(const System& system);
// The same for what is typed in lessons.
std::optional<std::string> lesson_folder(const System& system);
// The session of a problem in it.
std::string session_path(const std::string& folder, const Problem& problem);

// The session that was opened last in that folder; empty: none.
std::string last_session(const std::string& folder, const System& system);
// Best effort: without it the problem has to be named.
void remember_session(const std::string& folder, const std::string& path, const System& system);

// An open session file with what is in it.
struct Kept {
  std::shared_ptr<SessionFile> file;       // null: it cannot be kept
  std::optional<PracticeSession> session;  // nothing: it is new
  std::vector<Diagnostic> faults;          // why it cannot be used
  std::optional<Diagnostic> unkept;        // why it cannot be kept, which is no reason not to practise
};
// aside: what is in it is not looked at but given another name, which is returned there.
Kept open_kept(const std::string& path, const System& system, std::string* aside);

}  // namespace qkv
