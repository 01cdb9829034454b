// A world made for a test: its files, its environment, its terminal; what is printed is kept.
#pragma once

#include <map>
#include <memory>
#include <string>

#include "qkv/system/system.hpp"

namespace qkv::test {

struct FakeWorld {
  std::map<std::string, std::string> files;
  std::string input;
  std::map<std::string, std::string> environment;
  Terminal terminal;
  Terminal error_terminal;
  Written::Outcome writing = Written::Outcome::done;
  std::string output;
  std::string errors;
};

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
  system.exists = [&world](const std::string& path) { return world.files.contains(path); };
  system.write_file = [&world](const std::string& path, std::string_view text) -> std::optional<Diagnostic> {
    world.files[path] = text;
    return std::nullopt;
  };
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
  system.output_terminal = [&world] { return world.terminal; };
  system.error_terminal = [&world] { return world.error_terminal; };
  return system;
}

}  // namespace qkv::test
