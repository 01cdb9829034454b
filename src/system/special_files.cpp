#include "special_files.hpp"

namespace qkv {

bool names_open_descriptor(const std::string& path) {
  for (const char* name : {"/dev/stdin", "/dev/stdout", "/dev/stderr"}) {
    if (path == name) return true;
  }
  const bool is_of_a_process = path.starts_with("/proc/") && path.find("/fd/") != std::string::npos;
  return is_of_a_process || path.starts_with("/dev/fd/");
}

std::optional<Diagnostic> special_fault(const struct stat& facts, const std::string& path) {
  const bool waits = S_ISFIFO(facts.st_mode) && !names_open_descriptor(path);
  if (!waits && !S_ISSOCK(facts.st_mode) && !S_ISBLK(facts.st_mode)) return std::nullopt;
  Diagnostic fault{"file.special", {}, {}, {}};
  fault.place.file = path;
  return fault;
}

}  // namespace qkv
