// Whole files in, whole files out.
#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "qkv/base/result.hpp"

namespace qkv {

// More than any problem or answer file needs; keeps a slip of the hand (a disk image, /dev/zero) harmless.
inline constexpr std::size_t max_input_bytes = std::size_t{512} << 20;

// The bytes of a file, of a device, or of a pipe that is open already (/dev/fd/63). Never reads more than
// limit + 1 bytes; a regular file that is too large is not read at all. A pipe with a name, at which one
// might wait for ever, is refused. Faults: file.missing, file.directory, file.special, file.permission,
// file.too-large, file.unreadable.
Result<std::string> read_file(const std::string& path, std::size_t limit = max_input_bytes);

// The same from an open descriptor, which stays open; `shown` names it in messages.
Result<std::string> read_descriptor(int descriptor, const std::string& shown,
                                    std::size_t limit = max_input_bytes);

// Reads a part of something long: as many bytes as there are now, at most `room`, at least one; 0 at its end.
// The end has also come when the user interrupts. Faults: file.unreadable.
using ReadSome = std::function<Result<std::size_t>(char* into, std::size_t room)>;

// Opens a file to be read piece by piece. The same faults as read_file().
Result<ReadSome> open_file(const std::string& path);
// The same of an open descriptor, which stays open.
ReadSome pieces_of(int descriptor, const std::string& shown);

bool file_exists(const std::string& path);
bool is_folder(const std::string& path);
// Links are followed.
bool is_ordinary_file(const std::string& path);
// Whether both lead to one file that is there.
bool is_same_file(const std::string& one, const std::string& other);
// The path from the root, links and all; as it is where the folder we are in is gone.
std::string absolute_path(const std::string& path);

// What stands in a folder and in those inside it.
struct FolderContent {
  std::vector<std::string> files;  // their paths, each beginning with that of the folder; in byte order
  std::vector<std::string>
      others;  // what is neither file nor folder: links, which may lead anywhere, pipes …
  std::vector<Diagnostic> faults;  // folders that could not be read
};
// Files and folders whose names begin with a dot are passed over. Faults: file.missing, file.permission,
// file.unreadable.
FolderContent files_below(const std::string& folder);

// Makes a folder, and those above it that are missing; one that is there already is fine. Nothing that was
// made is taken back when a later part of the path fails. The fault names the part of the path that it is
// about. Faults: folder.in-the-way (what stands there is no folder), folder.permission, folder.failed.
std::optional<Diagnostic> make_folder(const std::string& path);

// A file that takes the place of another in one step, when everything has been written: whoever reads it sees
// the old content or the new, never a part. The new content goes to a temporary file in the same folder,
// reaches the disk, and takes the place (and the permissions) of the old one. When anything fails, or
// commit() is never called, the old file is as it was and nothing else is left behind. A symbolic link stays
// one and its target is replaced; a device such as /dev/null, and what is open already (/dev/stderr), is
// written to directly.
// Faults: file.no-folder, file.directory, file.special, file.permission, file.folder-permission,
// file.unwritable.
class AtomicFile {
 public:
  virtual ~AtomicFile() = default;
  // Empty: done.
  virtual std::optional<Diagnostic> write(std::string_view text) = 0;
  virtual std::optional<Diagnostic> commit() = 0;
};
Result<std::shared_ptr<AtomicFile>> open_atomically(const std::string& path);

// What opening it would say now, found out before there is anything to write. Nothing is changed; a device is
// not touched.
std::optional<Diagnostic> check_atomically(const std::string& path);

// The same for a text that is complete.
std::optional<Diagnostic> write_file_atomically(const std::string& path, std::string_view text);

}  // namespace qkv
