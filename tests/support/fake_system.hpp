// A world made for a test: its files, its environment, its terminal; what is printed is kept.
#pragma once

#include <algorithm>
#include <map>
#include <memory>
#include <set>
#include <string>

#include "qkv/system/system.hpp"

namespace qkv::test {

struct FakeWorld {
  std::map<std::string, std::string> files;
  std::set<std::string> folders;  // those that were made; a file has its folder without one here
  std::string input;
  std::map<std::string, std::string> environment;
  Terminal terminal;
  Terminal error_terminal;
  Written::Outcome writing = Written::Outcome::done;
  std::string output;
  std::string errors;
  bool interrupted = false;
  double seconds = 0.0;
};

// Takes its place in the world when it is complete.
class FakeFile final : public AtomicFile {
 public:
  FakeFile(FakeWorld& world, std::string path) : world_(world), path_(std::move(path)) {}
  std::optional<Diagnostic> write(std::string_view text) override {
    text_ += text;
    return std::nullopt;
  }
  std::optional<Diagnostic> commit() override {
    world_.files[path_] = text_;
    return std::nullopt;
  }

 private:
  FakeWorld& world_;
  std::string path_;
  std::string text_;
};

// A text in pieces that end anywhere.
inline ReadSome pieces(std::string text) {
  const auto at = std::make_shared<std::size_t>(0);
  return [text, at](char* into, std::size_t room) -> Result<std::size_t> {
    const std::size_t count = text.copy(into, std::min<std::size_t>(room, 7), *at);
    *at += count;
    return count;
  };
}

// As make_folder() in a world where everything is allowed.
inline std::optional<Diagnostic> make_fake_folder(FakeWorld& world, const std::string& path) {
  std::size_t end = 0;
  while (end != path.size()) {
    end = std::min(path.find('/', end + 1), path.size());
    const std::string part = path.substr(0, end);
    if (world.files.contains(part)) {
      Diagnostic fault{"folder.in-the-way", {}, {}, {}};
      fault.place.file = part;
      return fault;
    }
    if (!part.ends_with('/')) world.folders.insert(part);
  }
  return std::nullopt;
}

// Looks into the world at each call; the world must outlive it.
inline System fake_system(FakeWorld& world) {
  System system;
  system.read_file = [&world](const std::string& path) -> Result<std::string> {
    const auto found = world.files.find(path);
    if (found != world.files.end()) return found->second;
    Diagnostic fault{"file.missing", {}, {}, {}};
    fault.place.file = path;
    return fault;
  };
  system.read_input = [&world](const std::string&) -> Result<std::string> { return world.input; };
  system.exists = [&world](const std::string& path) {
    return world.files.contains(path) || world.folders.contains(path);
  };
  system.is_folder = [&world](const std::string& path) {
    if (world.folders.contains(path)) return true;
    const auto inside = world.files.lower_bound(path + "/");
    return inside != world.files.end() && inside->first.starts_with(path + "/");
  };
  system.is_ordinary_file = [&world](const std::string& path) { return world.files.contains(path); };
  system.is_same_file = [](const std::string& one, const std::string& other) { return one == other; };
  system.files_below = [&world](const std::string& folder) {
    FolderContent content;
    for (const auto& [path, text] : world.files) {
      if (path.starts_with(folder + "/")) content.files.push_back(path);
    }
    return content;
  };
  system.open_file = [read = system.read_file](const std::string& path) -> Result<ReadSome> {
    const Result<std::string> text = read(path);
    if (!text) return text.faults();
    return pieces(text.value());
  };
  system.open_input = [&world](const std::string&) { return pieces(world.input); };
  system.create_file = [&world](const std::string& path) -> Result<std::shared_ptr<AtomicFile>> {
    return std::shared_ptr<AtomicFile>(std::make_shared<FakeFile>(world, path));
  };
  system.make_folder = [&world](const std::string& path) { return make_fake_folder(world, path); };
  system.catch_interrupts = [] {};
  system.interrupted = [&world] { return world.interrupted; };
  system.seconds = [&world] { return world.seconds; };
  system.cores = [] { return 2; };
  system.write_output = [&world](std::string_view text) -> Written {
    if (world.writing == Written::Outcome::done) world.output += text;
    Written written{world.writing, {}};
    if (world.writing == Written::Outcome::failed) {
      written.fault = Diagnostic{"output.failed", {}, {argument_key("reason", "system.no-space")}, {}};
    }
    return written;
  };
  system.write_error = [&world](std::string_view text) { world.errors += text; };
  system.environment = [&world](const std::string& name) -> std::optional<std::string> {
    const auto found = world.environment.find(name);
    if (found == world.environment.end()) return std::nullopt;
    return found->second;
  };
  system.input_terminal = [] { return Terminal{}; };
  system.output_terminal = [&world] { return world.terminal; };
  system.error_terminal = [&world] { return world.error_terminal; };
  return system;
}

}  // namespace qkv::test
