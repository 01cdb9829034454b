// Whole files in, whole files out.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "qkv/base/result.hpp"

namespace qkv {

// More than any problem or answer file needs; keeps a slip of the hand (a disk image, /dev/zero) harmless.
inline constexpr std::size_t max_input_bytes = std::size_t{512} << 20;

// The bytes of a file, a pipe or a device. Never reads more than limit + 1 bytes; a regular file that is too
// large is not read at all. Faults: file.missing, file.directory, file.permission, file.too-large,
// file.unreadable.
Result<std::string> read_file(const std::string& path, std::size_t limit = max_input_bytes);

// The same from an open descriptor, which stays open; `shown` names it in messages.
Result<std::string> read_descriptor(int descriptor, const std::string& shown,
                                    std::size_t limit = max_input_bytes);

bool file_exists(const std::string& path);

// Replaces a file in one step: whoever reads it sees the old content or the new, never a part. The new
// content goes to a temporary file in the same folder, reaches the disk, and takes the place (and the
// permissions) of the old one. When anything fails, the old file is as it was and nothing else is left
// behind. A symbolic link stays one and its target is replaced; a device or a pipe is written to directly.
// Empty: done. Faults: file.no-folder, file.directory, file.permission, file.unwritable.
std::optional<Diagnostic> write_file_atomically(const std::string& path, std::string_view text);

}  // namespace qkv
