#include "keeping.hpp"

#include <algorithm>
#include <utility>

#include "../tutor/progress_file.hpp"
#include "../words.hpp"
#include "qkv/json/progress.hpp"
#include "qkv/json/session.hpp"

namespace qkv {
namespace {

constexpr std::string_view pointer_name = "/last";
constexpr std::size_t most_remembered = 20;
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

namespace {

std::vector<std::string> lines_of(std::string_view text) {
  std::vector<std::string> lines;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    if (end > 0) lines.emplace_back(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return lines;
}

// That path first, then those that stand there already.
std::string with_first(const std::string& path, const std::string& text) {
  std::vector<std::string> paths = lines_of(text);
  std::erase(paths, path);
  paths.insert(paths.begin(), path);
  if (paths.size() > most_remembered) paths.resize(most_remembered);
  std::string all;
  for (const std::string& each : paths) all += each + "\n";
  return all;
}

}  // namespace

std::vector<std::string> last_sessions(const std::string& folder, const System& system) {
  const Result<std::string> text = system.read_file(folder + std::string(pointer_name));
  return text ? lines_of(text.value()) : std::vector<std::string>{};
}

std::optional<Diagnostic> remember_session(const std::string& folder, const std::string& path,
                                           const System& system) {
  const auto file = system.open_session(folder + std::string(pointer_name));
  if (file) {
    const std::string before = file.value()->content().value_or("");
    const std::string now = with_first(path, before);
    return now == before ? std::nullopt : file.value()->write(now);
  }
  // Another practice is writing its own there.
  if (file.faults().front().code == "session.locked") return std::nullopt;
  return file.faults().front();
}

void tell_unremembered(const std::optional<Diagnostic>& fault, const Session& world) {
  if (!fault) return;
  tell(world.system, fault_text(world.catalogue, *fault));
  tell(world.system, std::string(world.catalogue.text("practice.unremembered")));
}

namespace {

Diagnostic is_progress(const std::string& path) {
  return {"session.is-progress", {.file = path}, {}, {}};
}

}  // namespace

std::optional<Diagnostic> refused_place(const std::string& path, const System& system) {
  if (!is_one_file(path, progress_path(system).value_or(""), system)) return std::nullopt;
  return is_progress(path);
}

namespace {

// What is damaged says what it was all the same, unless next to nothing is left of it, or zeros after a power
// cut.
bool may_have_been_practice(std::string_view text) {
  constexpr std::string_view nothing("\0 \t\r\n", 5);
  constexpr std::string_view beginning = "{\"qkv\":";
  constexpr std::string_view kind = "\"practice\"";
  return text.find_first_not_of(nothing) == std::string_view::npos || beginning.starts_with(text) ||
         text.find(kind) != std::string_view::npos;
}

}  // namespace

std::optional<Diagnostic> refused_content(const std::string& text, const std::string& path) {
  if (read_progress(text, path)) return is_progress(path);
  const Result<PracticeSession> session = read_session(text, path);
  if (session) return std::nullopt;
  // Another JSON file.
  if (session.faults().front().code == "session.kind") return session.faults().front();
  if (may_have_been_practice(text)) return std::nullopt;
  return Diagnostic{"session.foreign", {.file = path}, {}, {}};
}

Kept open_kept(const KeptPlace& place, const System& system, std::string* aside) {
  Kept kept;
  if (auto fault = refused_place(place.path, system)) {
    kept.faults = {*fault};
    return kept;
  }
  if (!place.folder.empty()) kept.unkept = system.make_private_folder(place.folder);
  if (kept.unkept) return kept;
  const auto opened = system.open_session(place.path);
  if (!opened) {
    const Diagnostic& fault = opened.faults().front();
    if (is_refusal(fault)) {
      kept.faults = opened.faults();
    } else {
      kept.unkept = fault;
      // What may only be read can be gone on with all the same.
      const Result<std::string> text = system.read_file(place.path);
      if (text) kept.content = text.value();
      if (!kept.content.empty() && aside == nullptr) take(read_session(kept.content, place.path), kept);
    }
    return kept;
  }
  kept.file = opened.value();
  const std::optional<std::string>& content = kept.file->content();
  if (!content) return kept;
  // Whatever stands in the folder of one's own was a practice.
  const auto refusal = refused_content(*content, place.path);
  if (refusal && (place.folder.empty() || refusal->code == "session.is-progress")) {
    kept.faults = {*refusal};
    return kept;
  }
  if (aside != nullptr) {
    const Result<std::string> moved = kept.file->set_aside();
    if (moved) {
      *aside = moved.value();
    } else {
      kept.faults = moved.faults();
    }
    return kept;
  }
  take(read_session(*content, place.path), kept);
  return kept;
}

SessionKeeper::SessionKeeper(KeptPlace place, Kept kept, const System& system)
    : place_(std::move(place)),
      file_(std::move(kept.file)),
      before_(std::move(kept.content)),
      fault_(std::move(kept.unkept)),
      system_(system) {}

std::optional<Diagnostic> SessionKeeper::open_again() {
  if (!place_.folder.empty()) {
    if (auto fault = system_.make_private_folder(place_.folder)) return fault;
  }
  const auto opened = system_.open_session(place_.path);
  if (!opened) return opened.faults().front();
  if (opened.value()->content().value_or("") != before_)
    return Diagnostic{"session.changed", {.file = place_.path}, {}, {}};
  file_ = opened.value();
  return std::nullopt;
}

void SessionKeeper::keep(const std::string& text) {
  if (place_.path.empty() || (text == kept_ && !fault_)) return;
  std::optional<Diagnostic> fault;
  if (!file_) fault = open_again();
  if (!fault) fault = file_->write(text);
  fault_ = std::move(fault);
  if (!fault_) kept_ = text;
}

std::optional<Diagnostic> SessionKeeper::move_to(const std::string& path, const std::string& text) {
  if (file_ && is_one_file(path, place_.path, system_)) {
    keep(text);
    return fault_;
  }
  if (auto fault = refused_place(path, system_)) return fault;
  const auto opened = system_.open_session(path);
  if (!opened) return opened.faults().front();
  const std::optional<std::string>& content = opened.value()->content();
  const auto is_left = [&](const Left& each) {
    return each.content == content && is_one_file(path, each.path, system_);
  };
  if (content && std::ranges::none_of(left_, is_left))
    return Diagnostic{"session.taken", {.file = path}, {}, {}};
  if (auto fault = opened.value()->write(text)) return fault;
  if (file_) left_.push_back({place_.path, kept_});
  place_ = {path, ""};
  file_ = opened.value();
  before_.clear();
  kept_ = text;
  fault_.reset();
  return std::nullopt;
}

namespace {

std::string folder_of(const std::string& path) {
  return path.substr(0, path.rfind('/') + 1) + ".";  // npos + 1 is 0
}

std::string name_of(const std::string& path) {
  return path.substr(path.rfind('/') + 1);
}

}  // namespace

bool is_one_file(const std::string& one, const std::string& other, const System& system) {
  if (one.empty() || other.empty()) return false;
  if (one == other || system.is_same_file(one, other)) return true;
  return name_of(one) == name_of(other) && system.is_same_file(folder_of(one), folder_of(other));
}

}  // namespace qkv
