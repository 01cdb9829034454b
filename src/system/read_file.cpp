#include <cerrno>
#include <fcntl.h>
#include <memory>
#include <poll.h>
#include <sys/stat.h>
#include <unistd.h>

#include "descriptor.hpp"
#include "qkv/system/files.hpp"
#include "qkv/system/interrupt.hpp"
#include "qkv/system/reason.hpp"
#include "special_files.hpp"

namespace qkv {
namespace {

Diagnostic fault(std::string code, const std::string& shown, std::vector<Argument> arguments = {}) {
  Diagnostic diagnostic{std::move(code), {}, std::move(arguments), {}};
  diagnostic.place.file = shown;
  return diagnostic;
}

Diagnostic fault_of_errno(int error_number, const std::string& shown) {
  switch (error_number) {
    case ENOENT:
    case ENOTDIR:
      return fault("file.missing", shown);
    case EISDIR:
      return fault("file.directory", shown);
    case EACCES:
    case EPERM:
      return fault("file.permission", shown);
    default:
      return fault("file.unreadable", shown, {system_reason(error_number)});
  }
}

Diagnostic too_large(const std::string& shown, std::size_t limit) {
  return fault("file.too-large", shown, {argument("limit", static_cast<long long>(limit >> 20))});
}

// Waits a while at most: a signal may have been taken by another thread, so that nothing interrupts a read.
bool is_readable_soon(int descriptor) {
  constexpr int milliseconds = 100;
  pollfd waiting{descriptor, POLLIN, 0};
  return poll(&waiting, 1, milliseconds) > 0;
}

// Looked at before it is opened: opening a pipe would wait for somebody to write into it.
Result<Descriptor> opened(const std::string& path) {
  struct stat facts {};
  if (stat(path.c_str(), &facts) == 0) {
    if (auto special = special_fault(facts, path)) return *special;
  }
  Descriptor file(open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NOCTTY));
  if (!file.is_open()) return fault_of_errno(errno, path);
  return file;
}

}  // namespace

Result<std::string> read_descriptor(int descriptor, const std::string& shown, std::size_t limit) {
  struct stat facts {};
  if (fstat(descriptor, &facts) != 0) return fault_of_errno(errno, shown);
  if (S_ISDIR(facts.st_mode)) return fault("file.directory", shown);
  // The size of a pipe or a device says nothing; that of a regular file may spare the reading.
  if (S_ISREG(facts.st_mode) && static_cast<unsigned long long>(facts.st_size) > limit) {
    return too_large(shown, limit);
  }

  std::string bytes;
  if (S_ISREG(facts.st_mode)) bytes.reserve(static_cast<std::size_t>(facts.st_size) + 1);
  char chunk[65536];
  while (bytes.size() <= limit) {
    const ssize_t count = read(descriptor, chunk, sizeof chunk);
    if (count == 0) return bytes;
    if (count > 0) {
      // Room grows by doubling, and from a quarter of the limit on in one last step: doubling at the limit
      // itself would hold an endless device twice.
      const std::size_t needed = bytes.size() + static_cast<std::size_t>(count);
      if (needed > bytes.capacity()) bytes.reserve(needed > limit / 4 ? limit + sizeof chunk : 2 * needed);
      bytes.append(chunk, static_cast<std::size_t>(count));
    } else if (errno != EINTR) {
      return fault_of_errno(errno, shown);
    }
  }
  return too_large(shown, limit);
}

Result<std::string> read_file(const std::string& path, std::size_t limit) {
  const Result<Descriptor> file = opened(path);
  if (!file) return file.faults();
  return read_descriptor(file.value().number(), path, limit);
}

ReadSome pieces_of(int descriptor, const std::string& shown) {
  return [descriptor, shown](char* into, std::size_t room) -> Result<std::size_t> {
    while (!interrupted()) {
      if (!is_readable_soon(descriptor)) continue;
      const ssize_t count = read(descriptor, into, room);
      if (count >= 0) return static_cast<std::size_t>(count);
      if (errno != EINTR && errno != EAGAIN && errno != EWOULDBLOCK) return fault_of_errno(errno, shown);
    }
    return std::size_t{0};
  };
}

Result<ReadSome> open_file(const std::string& path) {
  Result<Descriptor> file = opened(path);
  if (!file) return file.faults();
  struct stat facts {};
  if (fstat(file.value().number(), &facts) != 0) return fault_of_errno(errno, path);
  if (S_ISDIR(facts.st_mode)) return fault("file.directory", path);
  const auto kept = std::make_shared<Descriptor>(std::move(file.value()));
  const ReadSome pieces = pieces_of(kept->number(), path);
  return ReadSome([kept, pieces](char* into, std::size_t room) { return pieces(into, room); });
}

bool file_exists(const std::string& path) {
  struct stat facts {};
  return stat(path.c_str(), &facts) == 0;
}

bool is_same_file(const std::string& one, const std::string& other) {
  struct stat first {};
  struct stat second {};
  return stat(one.c_str(), &first) == 0 && stat(other.c_str(), &second) == 0 &&
         first.st_dev == second.st_dev && first.st_ino == second.st_ino;
}

bool is_folder(const std::string& path) {
  struct stat facts {};
  return stat(path.c_str(), &facts) == 0 && S_ISDIR(facts.st_mode);
}

bool is_ordinary_file(const std::string& path) {
  struct stat facts {};
  return stat(path.c_str(), &facts) == 0 && S_ISREG(facts.st_mode);
}

}  // namespace qkv
