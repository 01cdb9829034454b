#include <cerrno>
#include <fcntl.h>
#include <memory>
#include <sys/stat.h>
#include <unistd.h>

#include "descriptor.hpp"
#include "links.hpp"
#include "qkv/system/files.hpp"
#include "qkv/system/reason.hpp"
#include "special_files.hpp"

namespace qkv {
namespace {

Diagnostic fault_of_errno(int error_number, const std::string& path) {
  Diagnostic fault;
  fault.place.file = path;
  switch (error_number) {
    case ENOENT:
    case ENOTDIR:
      fault.code = "file.no-folder";
      break;
    case EISDIR:
      fault.code = "file.directory";
      break;
    case EACCES:
    case EPERM:
      fault.code = "file.permission";
      break;
    default:
      fault.code = "file.unwritable";
      fault.arguments = {system_reason(error_number)};
  }
  return fault;
}

// A crash of the machine right afterwards must find the new name on disk. Not every file system can do it.
void sync_folder(const std::string& folder) {
  const Descriptor opened(open(folder.c_str(), O_RDONLY | O_CLOEXEC));
  if (opened.is_open()) fsync(opened.number());
}

// What both kinds have in common: an errno is told as a fault of the path that the user gave.
class OpenFile : public AtomicFile {
 public:
  OpenFile(Descriptor file, std::string shown) : file_(std::move(file)), shown_(std::move(shown)) {}

  std::optional<Diagnostic> write(std::string_view text) override {
    return outcome(write_fully(file_.number(), text));
  }

 protected:
  std::optional<Diagnostic> outcome(int error_number) const {
    if (error_number == 0) return std::nullopt;
    return fault_of_errno(error_number, shown_);
  }

  Descriptor file_;

 private:
  std::string shown_;
};

// A device, or what is open already.
class WrittenInPlace final : public OpenFile {
 public:
  using OpenFile::OpenFile;
  std::optional<Diagnostic> commit() override { return outcome(file_.close() ? 0 : errno); }
};

class Replacement final : public OpenFile {
 public:
  Replacement(Descriptor file, std::string shown, std::string temporary, std::string target,
              std::optional<mode_t> permissions)
      : OpenFile(std::move(file), std::move(shown)),
        temporary_(std::move(temporary)),
        target_(std::move(target)),
        permissions_(permissions) {}
  ~Replacement() override {
    if (!done_) unlink(temporary_.c_str());
  }

  std::optional<Diagnostic> commit() override {
    const int error_number = take_its_place();
    done_ = error_number == 0;
    if (done_) sync_folder(folder_of(target_));
    return outcome(error_number);
  }

 private:
  // 0 or an errno.
  int take_its_place() {
    if (permissions_ && fchmod(file_.number(), *permissions_) != 0) return errno;
    if (fsync(file_.number()) != 0) return errno;
    if (!file_.close()) return errno;
    return rename(temporary_.c_str(), target_.c_str()) == 0 ? 0 : errno;
  }

  std::string temporary_;
  std::string target_;
  std::optional<mode_t> permissions_;
  bool done_ = false;
};

using Opened = Result<std::shared_ptr<AtomicFile>>;

// Behind what stands there, if it is a file. O_NONBLOCK: a pipe whose reader has gone is not waited for.
Opened in_place(const std::string& path) {
  Descriptor file(open(path.c_str(), O_WRONLY | O_APPEND | O_CLOEXEC | O_NOCTTY | O_NONBLOCK));
  if (!file.is_open()) return fault_of_errno(errno, path);
  return std::shared_ptr<AtomicFile>(std::make_shared<WrittenInPlace>(std::move(file), path));
}

Opened replacement(const std::string& target, const std::string& shown, std::optional<mode_t> permissions) {
  const std::string folder = folder_of(target);
  for (int attempt = 0; attempt < 100; ++attempt) {
    const std::string temporary =
        folder + "/.qkv-" + std::to_string(getpid()) + "-" + std::to_string(attempt) + ".tmp";
    // 0666: the user's umask decides, as for any new file.
    Descriptor file(open(temporary.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666));
    if (file.is_open()) {
      return std::shared_ptr<AtomicFile>(
          std::make_shared<Replacement>(std::move(file), shown, temporary, target, permissions));
    }
    if (errno != EEXIST) break;
  }
  if (errno == EACCES || errno == EPERM) {
    Diagnostic fault{"file.folder-permission", {}, {}, {}};
    fault.place.file = shown;
    return fault;
  }
  return fault_of_errno(errno, shown);
}

}  // namespace

Opened open_atomically(const std::string& path) {
  const std::string target = target_of(path);
  struct stat facts {};
  // Of the path itself: the pipe behind /dev/stdout has no name that could be opened.
  if (stat(path.c_str(), &facts) != 0) return replacement(target, path, std::nullopt);
  if (S_ISDIR(facts.st_mode)) return fault_of_errno(EISDIR, path);
  if (auto special = special_fault(facts, path)) return *special;
  if (!S_ISREG(facts.st_mode) || names_open_descriptor(path)) return in_place(path);
  // A writable folder would let us replace even a file that its owner has protected.
  if (access(target.c_str(), W_OK) != 0) return fault_of_errno(errno, path);
  return replacement(target, path, facts.st_mode & 07777);
}

std::optional<Diagnostic> check_atomically(const std::string& path) {
  struct stat facts {};
  const bool is_there = stat(path.c_str(), &facts) == 0;
  const bool is_in_place =
      is_there && ((!S_ISREG(facts.st_mode) && !S_ISDIR(facts.st_mode)) || names_open_descriptor(path));
  if (is_in_place) return special_fault(facts, path);
  const Opened file = open_atomically(path);
  return file ? std::nullopt : std::optional(file.faults().front());
}

std::optional<Diagnostic> write_file_atomically(const std::string& path, std::string_view text) {
  const Opened file = open_atomically(path);
  if (!file) return file.faults().front();
  if (auto fault = file.value()->write(text)) return fault;
  return file.value()->commit();
}

}  // namespace qkv
