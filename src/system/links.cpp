#include "links.hpp"

#include <cstdlib>
#include <memory>
#include <sys/stat.h>
#include <unistd.h>

#include <climits>

namespace qkv {
namespace {

constexpr int longest_chain = 40;  // as the system itself has it

// What a link says; empty: it is none.
std::string read_link(const std::string& path) {
  char text[PATH_MAX];
  const ssize_t length = readlink(path.c_str(), text, sizeof text);
  return length > 0 ? std::string(text, static_cast<std::size_t>(length)) : "";
}

}  // namespace

bool is_link(const std::string& path) {
  struct stat facts {};
  return lstat(path.c_str(), &facts) == 0 && S_ISLNK(facts.st_mode);
}

std::string folder_of(const std::string& path) {
  const auto slash = path.rfind('/');
  if (slash == std::string::npos) return ".";
  return slash == 0 ? "/" : path.substr(0, slash);
}

std::string target_of(const std::string& path) {
  const std::unique_ptr<char, decltype(&std::free)> resolved(realpath(path.c_str(), nullptr), &std::free);
  if (resolved) return resolved.get();
  std::string target = path;
  for (int i = 0; i < longest_chain; ++i) {
    const std::string next = read_link(target);
    if (next.empty()) return target;
    target = next.starts_with('/') ? next : folder_of(target) + "/" + next;
  }
  return path;  // it leads round in a circle, which opening it will say
}

}  // namespace qkv
