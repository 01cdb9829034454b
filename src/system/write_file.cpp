#include <cerrno>
#include <cstdlib>
#include <fcntl.h>
#include <memory>
#include <sys/stat.h>
#include <unistd.h>

#include "descriptor.hpp"
#include "qkv/system/files.hpp"
#include "qkv/system/reason.hpp"

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

std::string folder_of(const std::string& path) {
  const auto slash = path.rfind('/');
  if (slash == std::string::npos) return ".";
  return slash == 0 ? "/" : path.substr(0, slash);
}

// The file that a chain of symbolic links leads to; the path itself when nothing is there yet.
std::string target_of(const std::string& path) {
  const std::unique_ptr<char, decltype(&std::free)> resolved(realpath(path.c_str(), nullptr), &std::free);
  return resolved ? std::string(resolved.get()) : path;
}

// The functions below return 0 or an errno.

int write_in_place(const std::string& path, std::string_view text) {
  Descriptor file(open(path.c_str(), O_WRONLY | O_CLOEXEC | O_NOCTTY));
  if (!file.is_open()) return errno;
  if (const int error_number = write_fully(file.number(), text); error_number != 0) return error_number;
  return file.close() ? 0 : errno;
}

int fill(Descriptor file, std::string_view text, const struct stat* old) {
  if (const int error_number = write_fully(file.number(), text); error_number != 0) return error_number;
  if (old != nullptr && fchmod(file.number(), old->st_mode & 07777) != 0) return errno;
  if (fsync(file.number()) != 0) return errno;
  return file.close() ? 0 : errno;
}

// A crash of the machine right afterwards must find the new name on disk. Not every file system can do it.
void sync_folder(const std::string& folder) {
  const Descriptor opened(open(folder.c_str(), O_RDONLY | O_CLOEXEC));
  if (opened.is_open()) fsync(opened.number());
}

int replace(const std::string& path, std::string_view text, const struct stat* old) {
  const std::string folder = folder_of(path);
  for (int attempt = 0; attempt < 100; ++attempt) {
    const std::string temporary =
        folder + "/.qkv-" + std::to_string(getpid()) + "-" + std::to_string(attempt) + ".tmp";
    // 0666: the user's umask decides, as for any new file.
    Descriptor file(open(temporary.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666));
    if (!file.is_open()) {
      if (errno == EEXIST) continue;
      return errno;
    }
    int error_number = fill(std::move(file), text, old);
    if (error_number == 0 && rename(temporary.c_str(), path.c_str()) != 0) error_number = errno;
    if (error_number != 0) {
      unlink(temporary.c_str());
    } else {
      sync_folder(folder);
    }
    return error_number;
  }
  return EEXIST;
}

}  // namespace

std::optional<Diagnostic> write_file_atomically(const std::string& path, std::string_view text) {
  const std::string target = target_of(path);
  struct stat facts {};
  int error_number = 0;
  if (stat(target.c_str(), &facts) != 0) {
    error_number = replace(target, text, nullptr);
  } else if (S_ISDIR(facts.st_mode)) {
    error_number = EISDIR;
  } else if (!S_ISREG(facts.st_mode)) {
    error_number = write_in_place(target, text);
  } else if (access(target.c_str(), W_OK) != 0) {
    // A writable folder would let us replace even a file that its owner has protected.
    error_number = errno;
  } else {
    error_number = replace(target, text, &facts);
  }
  if (error_number == 0) return std::nullopt;
  return fault_of_errno(error_number, path);
}

}  // namespace qkv
