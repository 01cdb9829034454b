// Where the progress of a learner is kept: one file, in the folder for what programs remember.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "qkv/cli/command.hpp"
#include "qkv/tutor/progress.hpp"

namespace qkv {

// $XDG_STATE_HOME/qkv/progress.json; nothing where the environment names no home.
std::optional<std::string> progress_path(const System& system);

// What is known so far; nothing yet, if there is no file. A file that cannot be read is a fault, and left as
// it is.
Result<Learned> load_progress(const Session& world);

// The file, held alone; made if there is none. Others hold it for a moment only, which is waited for. Faults:
// progress.locked and what opening finds.
Result<std::shared_ptr<SessionFile>> open_progress(const std::string& path, const System& system);

// Changes what stands in the file at that moment, which others may have changed since it was read: locked,
// written whole or not at all. Faults: progress.no-home, progress.locked, what reading or writing finds.
std::optional<Diagnostic> change_progress(const Session& world, const std::function<void(Learned&)>& change);

// Keeps what comes in during a run, and says once, on standard error, when that does not work.
class ProgressKeeper {
 public:
  explicit ProgressKeeper(const Session& world) : world_(world) {}
  void keep(const std::function<void(Learned&)>& change);
  // Something else of the run could not be kept, which has been said.
  void fail() { failed_ = true; }
  bool failed() const { return failed_; }

 private:
  const Session& world_;
  bool failed_ = false;
  bool told_ = false;
};

// A file of progress that cannot be read, with the way out.
Outcome refused_progress(std::vector<Diagnostic> faults, const Session& world);

}  // namespace qkv
