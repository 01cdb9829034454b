// Where a practice is kept, and how it is found again.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

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

// The sessions that were opened last, the last of all first, wherever they are kept; there may be none there
// any more.
std::vector<std::string> last_sessions(const std::string& folder, const System& system);
// Without it the problem has to be named. Why that did not work; nothing: it did.
std::optional<Diagnostic> remember_session(const std::string& folder, const std::string& path,
                                           const System& system);

// Says it on standard error, if there is such a fault.
void tell_unremembered(const std::optional<Diagnostic>& fault, const Session& world);

struct KeptPlace {
  std::string path;    // empty: there is no place
  std::string folder;  // the user's own, which is made; empty: it has to be there
};

// An open session file with what is in it.
struct Kept {
  std::shared_ptr<SessionFile> file;       // null: it cannot be kept
  std::string content;                     // what stood there, as far as it could be read
  std::optional<PracticeSession> session;  // nothing: it is new
  std::vector<Diagnostic> faults;          // why it cannot be used
  std::optional<Diagnostic> unkept;        // why it cannot be kept, which is no reason not to practise
};
// The file of the progress is none to keep a practice in, whether it is there already or not.
std::optional<Diagnostic> refused_place(const std::string& path, const System& system);
// Why what a file holds can have been no practice, so that it is none to begin anew in either.
std::optional<Diagnostic> refused_content(const std::string& text, const std::string& path);
// aside: what is in it is not looked at but given another name, which is returned there.
Kept open_kept(const KeptPlace& place, const System& system, std::string* aside);

// A practice in its file: written when it has changed, and opened again where it could not be opened before.
class SessionKeeper {
 public:
  // Without a place nothing is tried; the fault of `kept`, if there is one, stays.
  SessionKeeper(KeptPlace place, Kept kept, const System& system);

  void keep(const std::string& text);
  // From now on in that file, which must be new, empty, or left in this way before and not changed since;
  // what stands in the old one stays there. With a fault it goes on as before.
  std::optional<Diagnostic> move_to(const std::string& path, const std::string& text);

  // Why the last text stands nowhere. Nothing: it does, or there is no place.
  const std::optional<Diagnostic>& fault() const { return fault_; }
  bool is_open() const { return file_ != nullptr; }
  const std::string& path() const { return place_.path; }

 private:
  std::optional<Diagnostic> open_again();

  KeptPlace place_;
  std::shared_ptr<SessionFile> file_;
  // A file in which it was kept, with what stands there.
  struct Left {
    std::string path;
    std::string content;
  };
  std::vector<Left> left_;
  std::string before_;  // what may be written over
  std::string kept_;    // what stands in the file
  std::optional<Diagnostic> fault_;
  const System& system_;
};

// Whether both lead to one file, which need not be there yet.
bool is_one_file(const std::string& one, const std::string& other, const System& system);

}  // namespace qkv
