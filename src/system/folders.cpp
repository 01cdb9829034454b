#include <algorithm>
#include <cerrno>
#include <filesystem>
#include <sys/stat.h>
#include <system_error>

#include "qkv/system/files.hpp"
#include "qkv/system/reason.hpp"
#include "qkv/system/session_file.hpp"

namespace qkv {
namespace {

namespace fs = std::filesystem;

Diagnostic fault_of(const std::error_code& error, const std::string& shown) {
  Diagnostic fault;
  fault.place.file = shown;
  if (error == std::errc::no_such_file_or_directory || error == std::errc::not_a_directory) {
    fault.code = "file.missing";
  } else if (error == std::errc::permission_denied || error == std::errc::operation_not_permitted) {
    fault.code = "file.permission";
  } else {
    fault.code = "file.unreadable";
    fault.arguments = {system_reason(error.value())};
  }
  return fault;
}

std::string joined_path(const std::string& folder, const std::string& name) {
  return folder.ends_with('/') ? folder + name : folder + "/" + name;
}

void add_content(const std::string& folder, FolderContent& content) {
  std::error_code error;
  fs::directory_iterator entries(folder, error);
  std::vector<std::string> folders;
  for (; !error && entries != fs::directory_iterator(); entries.increment(error)) {
    const std::string name = entries->path().filename().string();
    if (name.starts_with('.')) continue;
    std::error_code unknown;
    const fs::file_status status = entries->symlink_status(unknown);
    const bool is_folder = fs::is_directory(status);
    std::vector<std::string>& kind = is_folder                     ? folders
                                     : fs::is_regular_file(status) ? content.files
                                                                   : content.others;
    kind.push_back(joined_path(folder, name));
  }
  if (error) content.faults.push_back(fault_of(error, folder));
  std::ranges::sort(folders);
  for (const std::string& each : folders) add_content(each, content);
}

Diagnostic fault_of_making(int error_number, const std::string& path) {
  Diagnostic fault;
  fault.place.file = path;
  switch (error_number) {
    case EEXIST:
    case ENOTDIR:
      fault.code = "folder.in-the-way";
      break;
    case EACCES:
    case EPERM:
      fault.code = "folder.permission";
      break;
    default:
      fault.code = "folder.failed";
      fault.arguments = {system_reason(error_number)};
  }
  return fault;
}

std::optional<Diagnostic> make_folders(const std::string& path, mode_t mode) {
  std::size_t end = 0;
  while (end != path.size()) {
    end = std::min(path.find('/', end + 1), path.size());
    const std::string part = path.substr(0, end);
    // Looked at first: some file systems refuse to make what is there already with another reason than that.
    if (is_folder(part)) continue;
    if (mkdir(part.c_str(), mode) == 0) continue;
    const int error_number = errno;
    if (!is_folder(part)) return fault_of_making(error_number, part);  // else another program was faster
  }
  return std::nullopt;
}

}  // namespace

// 0777: the user's umask decides, as for any new folder.
std::optional<Diagnostic> make_folder(const std::string& path) {
  return make_folders(path, 0777);
}

std::optional<Diagnostic> make_private_folder(const std::string& path) {
  return make_folders(path, 0700);
}

std::string absolute_path(const std::string& path) {
  std::error_code error;
  const fs::path absolute = fs::absolute(path, error);
  return error ? path : absolute.lexically_normal().string();
}

FolderContent files_below(const std::string& folder) {
  FolderContent content;
  add_content(folder, content);
  std::ranges::sort(content.files);
  std::ranges::sort(content.others);
  return content;
}

}  // namespace qkv
