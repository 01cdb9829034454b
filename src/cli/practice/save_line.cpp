#include "save_line.hpp"

#include <algorithm>

#include "qkv/tutor/commands.hpp"

namespace qkv {
namespace {

// As a person would type it in a shell, which is not there.
std::string as_typed(std::string path, const System& system) {
  const bool quoted =
      path.size() > 1 && path.front() == path.back() && (path.front() == '"' || path.front() == '\'');
  if (quoted) return path.substr(1, path.size() - 2);
  if (path.starts_with("~/")) path.replace(0, 1, system.environment("HOME").value_or("~"));
  return path;
}

}  // namespace

std::optional<std::string> file_to_save_in(const std::string& line, const System& system) {
  constexpr std::string_view wide_blank = "\xE3\x80\x80";
  const auto begin = line.find_first_not_of(" \t");
  if (begin == std::string::npos) return std::nullopt;
  const auto end = std::min(line.find_first_of(" \t", begin), line.find(wide_blank, begin));
  if (end == std::string::npos) return std::nullopt;
  if (practice_command(line.substr(begin, end - begin)) != PracticeCommand::save) return std::nullopt;
  std::string path = line.substr(end);
  while (path.starts_with(' ') || path.starts_with('\t') || path.starts_with(wide_blank))
    path.erase(0, path.starts_with(wide_blank) ? wide_blank.size() : 1);
  path.erase(path.find_last_not_of(" \t\r") + 1);
  if (path.empty()) return std::nullopt;
  return as_typed(std::move(path), system);
}

}  // namespace qkv
