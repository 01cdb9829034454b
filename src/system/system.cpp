#include "qkv/system/system.hpp"

#include <cstdlib>
#include <unistd.h>

namespace qkv {
namespace {

std::optional<std::string> environment_variable(const std::string& name) {
  const char* value = std::getenv(name.c_str());
  if (value == nullptr) return std::nullopt;
  return value;
}

}  // namespace

System real_system() {
  System system;
  system.read_file = [](const std::string& path) { return read_file(path); };
  system.read_input = [](const std::string& shown) { return read_descriptor(STDIN_FILENO, shown); };
  system.exists = file_exists;
  system.write_file = write_file_atomically;
  system.write_output = [](std::string_view text) { return write_all(STDOUT_FILENO, text); };
  system.write_error = [](std::string_view text) { write_all(STDERR_FILENO, text); };
  system.environment = environment_variable;
  system.output_terminal = [] { return terminal_of(STDOUT_FILENO, environment_variable("COLUMNS")); };
  system.error_terminal = [] { return terminal_of(STDERR_FILENO, environment_variable("COLUMNS")); };
  return system;
}

}  // namespace qkv
