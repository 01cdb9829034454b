#include "keeping.hpp"

#include <algorithm>

#include "qkv/json/session.hpp"

namespace qkv {
namespace {

constexpr std::string_view pointer_name = "/last";
constexpr std::size_t longest_id = 60;

std::string variable(const System& system, const char* name) {
  return system.environment(name).value_or(std::string());
}

// A problem's id as part of a file name.
std::string file_name_of(const std::string& id) {
  std::string name = id.substr(0, longest_id);
  std::ranges::replace_if(
      name,
      [](char c) {
        const bool letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
        return !letter && c != '-' && c != '_' && c != '.';
      },
      '_');
  if (name.starts_with('.')) name.front() = '_';
  return name;
}

// A file that is somebody else's is refused; one that cannot be written need not keep anybody from
// practising.
bool is_refusal(const Diagnostic& fault) {
  return fault.code == "session.locked" || fault.code == "session.no-file" ||
         fault.code == "file.directory" || fault.code == "file.too-large";
}

void take(Result<PracticeSession> read, Kept& kept) {
  if (read) {
    kept.session = std::move(read.value());
  } else {
    kept.faults = read.faults();
  }
}

}  // namespace

namespace {

std::optional<std::string> folder_called(std::string_view name, const System& system) {
  std::string state = variable(system, "XDG_STATE_HOME");
  if (!state.starts_with('/')) {
    const std::string home = variable(system, "HOME");
    if (!home.starts_with('/')) return std::nullopt;
    state = home + "/.local/state";
  }
  return state + "/qkv/" + std::string(name);
}

}  // namespace

std::optional<std::string> practice_folder(const System& system) {
  return folder_called("practice", system);
}

std::optional<std::string> lesson_folder(const System& system) {
  return folder_called("lessons", system);
}

std::string session_path(const std::string& folder, const Problem& problem) {
  return folder + "/" + file_name_of(problem.id) + "-" + fingerprint_of(problem).substr(0, 8) + ".json";
}

std::string last_session(const std::string& folder, const System& system) {
  const Result<std::string> text = system.read_file(folder + std::string(pointer_name));
  if (!text) return "";
  return text.value().substr(0, text.value().find('\n'));
}

void remember_session(const std::string& folder, const std::string& path, const System& system) {
  const auto file = system.create_file(folder + std::string(pointer_name));
  if (!file) return;
  if (!file.value()->write(path + "\n")) file.value()->commit();
}

Kept open_kept(const std::string& path, const System& system, std::string* aside) {
  Kept kept;
  const auto opened = system.open_session(path);
  if (!opened) {
    const Diagnostic& fault = opened.faults().front();
    if (is_refusal(fault)) {
      kept.faults = opened.faults();
    } else {
      kept.unkept = fault;
      // What may only be read can be gone on with all the same.
      if (const Result<std::string> text = system.read_file(path); text && aside == nullptr)
        take(read_session(text.value(), path), kept);
    }
    return kept;
  }
  kept.file = opened.value();
  const std::optional<std::string>& content = kept.file->content();
  if (!content) return kept;
  if (aside != nullptr) {
    const Result<std::string> moved = kept.file->set_aside();
    if (moved) {
      *aside = moved.value();
    } else {
      kept.faults = moved.faults();
    }
    return kept;
  }
  take(read_session(*content, path), kept);
  return kept;
}

}  // namespace qkv
