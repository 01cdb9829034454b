#include "leftovers.hpp"

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <csignal>
#include <dirent.h>
#include <memory>
#include <string_view>
#include <unistd.h>

#include "links.hpp"

namespace qkv {
namespace {

constexpr std::string_view ending = ".tmp";
constexpr std::size_t longest_begin = 200;  // bytes, of the 255 that most file systems have

std::string begin_of(const std::string& path) {
  std::string name = path.substr(path.rfind('/') + 1);  // npos + 1 is 0
  if (name.size() <= longest_begin) return name + ".";
  std::size_t end = longest_begin;
  while (end > 0 && (static_cast<unsigned char>(name[end]) & 0xC0) == 0x80) --end;  // no half character
  return name.substr(0, end) + ".";
}

// Whose it is; 0: it is no such file.
pid_t owner_of(std::string_view name, const std::string& begin) {
  if (!name.starts_with(begin) || !name.ends_with(ending)) return 0;
  if (name.size() <= begin.size() + ending.size()) return 0;
  name.remove_prefix(begin.size());
  name.remove_suffix(ending.size());
  pid_t owner = 0;
  const auto [end, error] = std::from_chars(name.data(), name.data() + name.size(), owner);
  return error == std::errc() && end == name.data() + name.size() && owner > 0 ? owner : 0;
}

bool is_gone(pid_t process) {
  return kill(process, 0) != 0 && errno == ESRCH;
}

int close_folder(DIR* folder) {
  return closedir(folder);
}

}  // namespace

std::string temporary_of(const std::string& path) {
  return folder_of(path) + "/" + begin_of(path) + std::to_string(getpid()) + std::string(ending);
}

void remove_leftovers(const std::string& path) {
  const std::string begin = begin_of(path);
  const std::unique_ptr<DIR, decltype(&close_folder)> folder(opendir(folder_of(path).c_str()), &close_folder);
  if (!folder) return;
  while (const dirent* entry = readdir(folder.get())) {
    const pid_t owner = owner_of(entry->d_name, begin);
    if (owner > 0 && is_gone(owner)) unlinkat(dirfd(folder.get()), entry->d_name, 0);
  }
}

}  // namespace qkv
