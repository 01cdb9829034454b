#include "qkv/cli/load_problem.hpp"

#include <algorithm>

#include "qkv/base/embedded.hpp"
#include "qkv/json/read_problem.hpp"
#include "words.hpp"

namespace qkv {
namespace {

constexpr std::string_view folder = "problems/";
constexpr std::string_view examples_folder = "mistakes/examples/";
constexpr std::string_view ending = ".json";

// "exercises/week-1.json" → "week-1"
std::string stem(std::string_view path) {
  path.remove_prefix(path.rfind('/') + 1);  // npos + 1 is 0
  if (path.ends_with(ending)) path.remove_suffix(ending.size());
  return std::string(path);
}

bool is_file_name(const std::string& name, const System& system) {
  return name.find('/') != std::string::npos || name.ends_with(ending) || system.exists(name);
}

// `contract.json` where no such file is, but a built-in problem `contract`.
void suggest_builtin(std::vector<Diagnostic>& faults, const std::string& path) {
  for (Diagnostic& fault : faults) {
    if (fault.code == "file.missing" && path.find('/') == std::string::npos && builtin_problem(stem(path))) {
      fault.suggestion = stem(path);
    }
  }
}

}  // namespace

std::vector<std::string> builtin_problems() {
  std::vector<std::string> names;
  for (const EmbeddedFile& file : embedded_files()) {
    if (file.path.starts_with(folder) && file.path.ends_with(ending)) names.push_back(stem(file.path));
  }
  // By name, not by path: "contract" comes before "contract-full".
  std::ranges::sort(names);
  return names;
}

std::optional<std::string_view> builtin_problem(std::string_view name) {
  const std::string file = std::string(name) + std::string(ending);
  const auto bytes = embedded_file(std::string(folder) + file);
  return bytes ? bytes : embedded_file(std::string(examples_folder) + file);
}

std::string shown_name(const std::string& path, const Session& session) {
  return path == "-" ? std::string(session.catalogue.text("input.standard")) : path;
}

Result<std::string> load_text(const std::string& path, const Session& session) {
  if (path == "-") return session.system.read_input(shown_name(path, session));
  return session.system.read_file(path);
}

Diagnostic unknown_problem(const std::string& name) {
  return {"problem.unknown", {}, {argument("name", shown(name))}, suggest(name, builtin_problems())};
}

Result<Problem> load_problem(const std::string& name, const Session& session) {
  if (const auto bytes = builtin_problem(name)) return read_problem(std::string(*bytes), name, name);
  if (name != "-" && !is_file_name(name, session.system)) return unknown_problem(name);
  Result<std::string> text = load_text(name, session);
  if (!text) {
    std::vector<Diagnostic> faults = text.faults();
    suggest_builtin(faults, name);
    return faults;
  }
  const std::string fallback_id = name == "-" ? "stdin" : stem(name);
  return read_problem(std::move(text.value()), shown_name(name, session), fallback_id);
}

}  // namespace qkv
