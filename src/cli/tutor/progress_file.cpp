#include "progress_file.hpp"

#include <algorithm>
#include <utility>

#include "../practice/keeping.hpp"
#include "../words.hpp"
#include "qkv/json/progress.hpp"

namespace qkv {
namespace {

constexpr double longest_wait = 3.0;  // seconds: others hold the file for a moment only

std::string folder_of(const std::string& path) {
  return path.substr(0, path.rfind('/'));
}

// A file that was made a moment ago, or emptied, holds nothing yet.
Result<Learned> progress_of(const std::string& text, const std::string& path) {
  if (text.find_first_not_of(" \t\r\n") == std::string::npos) return Learned{};
  return read_progress(text, path);
}

// What cannot be opened cannot be put aside by us either.
std::string_view way_out_of(const std::vector<Diagnostic>& faults) {
  return faults.front().code.starts_with("file.") ? "progress.way-out.file" : "progress.way-out";
}

}  // namespace

std::optional<std::string> progress_path(const System& system) {
  const auto practice = practice_folder(system);
  if (!practice) return std::nullopt;
  return folder_of(*practice) + "/progress.json";
}

Result<Learned> load_progress(const Session& world) {
  const auto path = progress_path(world.system);
  if (!path) return Learned{};
  const Result<std::string> text = world.system.read_file(*path);
  if (text) return progress_of(text.value(), *path);
  const bool missing = std::ranges::any_of(
      text.faults(), [](const Diagnostic& fault) { return fault.code == "file.missing"; });
  return missing ? Result<Learned>(Learned{}) : Result<Learned>(text.faults());
}

Result<std::shared_ptr<SessionFile>> open_progress(const std::string& path, const System& system) {
  const double end = system.seconds() + longest_wait;
  while (true) {
    auto file = system.open_session(path);
    if (file || file.faults().front().code != "session.locked") return file;
    if (system.seconds() >= end) return Diagnostic{"progress.locked", {.file = path}, {}, {}};
  }
}

std::optional<Diagnostic> change_progress(const Session& world, const std::function<void(Learned&)>& change) {
  const auto path = progress_path(world.system);
  if (!path) return Diagnostic{"progress.no-home", {}, {}, {}};
  if (auto fault = world.system.make_private_folder(folder_of(*path))) return fault;
  const auto file = open_progress(*path, world.system);
  if (!file) return file.faults().front();
  Result<Learned> progress = progress_of(file.value()->content().value_or(""), *path);
  if (!progress) return progress.faults().front();
  change(progress.value());
  return file.value()->write(progress_json(progress.value()));
}

void ProgressKeeper::keep(const std::function<void(Learned&)>& change) {
  const auto fault = change_progress(world_, change);
  if (fault && !told_) {
    const std::string begin = fault->place.file.empty() ? "qkv: " : "";
    tell(world_.system, begin + fault_text(world_.catalogue, *fault));
    tell(world_.system, std::string(world_.catalogue.text("progress.unkept")));
    // One that cannot be read is not mended by itself.
    if (const Result<Learned> now = load_progress(world_); !now)
      tell(world_.system, std::string(world_.catalogue.text(way_out_of(now.faults()))));
    told_ = true;
  }
  failed_ |= fault.has_value();
}

Outcome refused_progress(std::vector<Diagnostic> faults, const Session& world) {
  Outcome outcome = unusable(std::move(faults));
  outcome.hint = std::string(world.catalogue.text(way_out_of(outcome.faults))) + "\n";
  return outcome;
}

}  // namespace qkv
