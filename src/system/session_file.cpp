#include "qkv/system/session_file.hpp"

#include <cerrno>
#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>
#include <utility>

#include "descriptor.hpp"
#include "leftovers.hpp"
#include "links.hpp"
#include "qkv/system/files.hpp"
#include "qkv/system/reason.hpp"

namespace qkv {
namespace {

constexpr std::size_t most_bytes = std::size_t{64} << 20;
constexpr mode_t owner_alone = 0600;

Diagnostic fault_of(std::string code, const std::string& path) {
  Diagnostic fault;
  fault.code = std::move(code);
  fault.place.file = path;
  return fault;
}

Diagnostic fault_of_errno(int error_number, const std::string& path) {
  switch (error_number) {
    case ENOENT:
    case ENOTDIR:
      return fault_of("file.no-folder", path);
    case EISDIR:
      return fault_of("file.directory", path);
    case ENXIO:  // a socket
      return fault_of("session.no-file", path);
    case EACCES:
    case EPERM:
      return fault_of("file.permission", path);
    default: {
      Diagnostic fault = fault_of("session.unwritable", path);
      fault.arguments = {system_reason(error_number)};
      return fault;
    }
  }
}

// Of what changes the names in its folder.
Diagnostic fault_of_folder(int error_number, const std::string& path) {
  if (error_number == EACCES || error_number == EPERM) return fault_of("session.folder-permission", path);
  return fault_of_errno(error_number, path);
}

// Whether the name still leads to the open file.
bool leads_to(const std::string& path, int descriptor) {
  struct stat named {};
  struct stat open_file {};
  return stat(path.c_str(), &named) == 0 && fstat(descriptor, &open_file) == 0 &&
         named.st_dev == open_file.st_dev && named.st_ino == open_file.st_ino;
}

bool is_there(const std::string& path) {
  struct stat facts {};
  return lstat(path.c_str(), &facts) == 0;
}

// False: another process has it. A file system without locks lets everybody have it.
bool lock(int descriptor) {
  return flock(descriptor, LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK;
}

class LockedFile final : public SessionFile {
 public:
  LockedFile(int descriptor, std::string path, std::string shown, std::optional<std::string> content,
             bool is_empty_of_ours)
      : descriptor_(descriptor),
        path_(std::move(path)),
        shown_(std::move(shown)),
        content_(std::move(content)),
        is_empty_of_ours_(is_empty_of_ours) {}
  LockedFile(const LockedFile&) = delete;
  LockedFile& operator=(const LockedFile&) = delete;
  ~LockedFile() override {
    if (is_empty_of_ours_ && leads_to(path_, descriptor_)) unlink(path_.c_str());
    close(descriptor_);
  }

  const std::optional<std::string>& content() const override { return content_; }

  std::optional<Diagnostic> write(std::string_view text) override {
    if (is_there(path_) && !leads_to(path_, descriptor_)) return fault_of("session.changed", shown_);
    const std::string temporary = temporary_of(path_);
    Descriptor file(
        open(temporary.c_str(), O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, owner_alone));
    if (!file.is_open()) return fault_of_folder(errno, shown_);
    int error_number = lock(file.number()) ? write_fully(file.number(), text) : EBUSY;
    if (error_number == 0 && fsync(file.number()) != 0) error_number = errno;
    if (error_number == 0 && rename(temporary.c_str(), path_.c_str()) != 0) error_number = errno;
    if (error_number != 0) {
      unlink(temporary.c_str());
      return fault_of_folder(error_number, shown_);
    }
    is_empty_of_ours_ = false;
    // The lock goes from the old file to the new one: both were held when the name changed hands.
    const int held = fcntl(file.number(), F_DUPFD_CLOEXEC, 3);
    if (held >= 0) close(std::exchange(descriptor_, held));
    return std::nullopt;
  }

  Result<std::string> set_aside() override {
    std::string aside = ".bak";
    for (int i = 2; is_there(path_ + aside); ++i) aside = ".bak" + std::to_string(i);
    if (link(path_.c_str(), (path_ + aside).c_str()) != 0 &&
        !copied_to(path_ + aside))  // some file systems have no second names
      return fault_of_folder(errno, shown_);
    if (auto fault = write("")) return *fault;
    // The new name stands beside the file itself, not beside a link to it.
    return (is_link(shown_) ? path_ : shown_) + aside;
  }

  std::optional<Diagnostic> remove() override {
    if (!is_there(path_) && errno == ENOENT) return std::nullopt;
    if (!leads_to(path_, descriptor_)) return fault_of("session.changed", shown_);
    if (unlink(path_.c_str()) == 0) return std::nullopt;
    return fault_of_folder(errno, shown_);
  }

 private:
  bool copied_to(const std::string& path) const {
    Descriptor file(open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, owner_alone));
    if (!file.is_open()) return false;
    const int error_number = write_fully(file.number(), content_.value_or(""));
    if (error_number == 0) return true;
    unlink(path.c_str());
    errno = error_number;
    return false;
  }

  int descriptor_;
  std::string path_;
  std::string shown_;
  std::optional<std::string> content_;
  bool is_empty_of_ours_;  // made by us, and nothing was put into it
};

// Opened, or made if there is none; which of both is told.
Descriptor opened_or_made(const std::string& path, bool& made) {
  constexpr int how = O_RDWR | O_CLOEXEC | O_NOCTTY | O_NONBLOCK;
  made = false;
  const int found = open(path.c_str(), how);
  if (found >= 0 || errno != ENOENT) return Descriptor(found);
  const int fresh = open(path.c_str(), how | O_CREAT | O_EXCL, owner_alone);
  made = fresh >= 0;
  return Descriptor(fresh);
}

using Opened = Result<std::shared_ptr<SessionFile>>;

}  // namespace

Opened open_session_file(const std::string& path) {
  const std::string target = target_of(path);
  // Whoever writes puts a new file under the name: what was opened just before is the old one, and it is
  // tried again.
  for (int attempt = 0; attempt < 100; ++attempt) {
    bool made = false;
    const Descriptor file = opened_or_made(target, made);
    const int descriptor = file.number();
    if (!file.is_open() && errno == EEXIST) continue;  // somebody was faster
    if (!file.is_open()) {
      // Where there is no file it is the folder that says who may make one.
      const int error_number = errno;
      return is_there(target) ? fault_of_errno(error_number, path) : fault_of_folder(error_number, path);
    }
    struct stat facts {};
    if (fstat(descriptor, &facts) != 0) return fault_of_errno(errno, path);
    if (!S_ISREG(facts.st_mode)) return fault_of("session.no-file", path);
    if (!lock(descriptor)) {
      if (!leads_to(target, descriptor)) continue;
      return fault_of("session.locked", path);
    }
    if (!leads_to(target, descriptor)) continue;
    remove_leftovers(target);
    const Result<std::string> text = read_descriptor(descriptor, path, most_bytes);
    if (!text) return text.faults();
    const int held = fcntl(descriptor, F_DUPFD_CLOEXEC, 3);
    if (held < 0) return fault_of_errno(errno, path);
    std::optional<std::string> content;
    if (!text.value().empty()) content = text.value();
    return std::shared_ptr<SessionFile>(
        std::make_shared<LockedFile>(held, target, path, std::move(content), made));
  }
  return fault_of("session.locked", path);
}

}  // namespace qkv
