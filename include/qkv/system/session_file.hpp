// A file that one process at a time writes again and again, whole or not at all.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "qkv/base/result.hpp"

namespace qkv {

// Held as long as it exists: whoever opens it meanwhile is refused. The lock is on the file itself, so that
// nothing else lies about; it goes with the process, however that ends, and with the file system, which may
// know no locks.
class SessionFile {
 public:
  virtual ~SessionFile() = default;
  // What stood in it when it was opened; nothing if it is new.
  virtual const std::optional<std::string>& content() const = 0;
  // The new content takes the place of the old in one step, and only for the owner to read. A file that
  // somebody else has put there since is left alone. Faults: session.changed, session.folder-permission,
  // session.unwritable …; the next write may do.
  virtual std::optional<Diagnostic> write(std::string_view text) = 0;
  // Gives the old content another name, NAME.bak or the next that is free, and begins anew.
  virtual Result<std::string> set_aside() = 0;
  // Deletes it. Faults: session.changed, session.folder-permission, session.unwritable.
  virtual std::optional<Diagnostic> remove() = 0;
};

// Makes the file if there is none, readable for the owner alone; if nothing is written into it, it goes
// again. Symbolic links stay what they are. What processes that were killed have left beside it is removed.
// Faults: session.locked, session.no-file, file.no-folder, file.directory, file.permission, file.too-large ….
Result<std::shared_ptr<SessionFile>> open_session_file(const std::string& path);

// Makes a folder that nobody else may look into, and those above it that are missing. The same faults as
// make_folder().
std::optional<Diagnostic> make_private_folder(const std::string& path);

}  // namespace qkv
