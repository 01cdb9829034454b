// The files of data/ that are built into the program (all but data/text, which becomes the catalogue).
#pragma once

#include <optional>
#include <span>
#include <string_view>

namespace qkv {

struct EmbeddedFile {
  std::string_view path;  // relative to data/: "problems/contract.json"
  std::string_view bytes;
};

// Sorted by path.
std::span<const EmbeddedFile> embedded_files();
std::optional<std::string_view> embedded_file(std::string_view path);

}  // namespace qkv
