#include "qkv/base/embedded.hpp"

#include <algorithm>

namespace qkv {

std::optional<std::string_view> embedded_file(std::string_view path) {
  const auto files = embedded_files();
  const auto found = std::ranges::lower_bound(files, path, {}, &EmbeddedFile::path);
  if (found == files.end() || found->path != path) return std::nullopt;
  return found->bytes;
}

}  // namespace qkv
