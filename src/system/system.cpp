#include "qkv/system/system.hpp"

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <sched.h>
#include <thread>
#include <unistd.h>

#include "qkv/system/interrupt.hpp"

namespace qkv {
namespace {

std::optional<std::string> environment_variable(const std::string& name) {
  const char* value = std::getenv(name.c_str());
  if (value == nullptr) return std::nullopt;
  return value;
}

double seconds_on_the_clock() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

// Those that this process may use: a container or taskset may leave it fewer than the machine has.
int usable_cores() {
  cpu_set_t usable;
  if (sched_getaffinity(0, sizeof usable, &usable) == 0) return std::max(1, CPU_COUNT(&usable));
  return std::max(1, static_cast<int>(std::thread::hardware_concurrency()));
}

std::string path_of_this_program() {
  char path[4096];
  const ssize_t size = readlink("/proc/self/exe", path, sizeof path);
  return size > 0 ? std::string(path, static_cast<std::size_t>(size)) : "qkv";
}

}  // namespace

System real_system() {
  System system;
  system.read_file = [](const std::string& path) { return read_file(path); };
  system.read_input = [](const std::string& shown) { return read_descriptor(STDIN_FILENO, shown); };
  system.exists = file_exists;
  system.is_folder = is_folder;
  system.is_ordinary_file = is_ordinary_file;
  system.is_same_file = is_same_file;
  system.absolute_path = absolute_path;
  system.files_below = files_below;
  system.open_file = open_file;
  system.open_input = [](const std::string& shown) { return pieces_of(STDIN_FILENO, shown); };
  system.create_file = open_atomically;
  system.check_file = check_atomically;
  system.make_folder = make_folder;
  system.write_output = [](std::string_view text) { return write_all(STDOUT_FILENO, text); };
  system.write_error = [](std::string_view text) { write_all(STDERR_FILENO, text); };
  system.environment = environment_variable;
  system.output_terminal = [] { return terminal_of(STDOUT_FILENO, environment_variable("COLUMNS")); };
  system.error_terminal = [] { return terminal_of(STDERR_FILENO, environment_variable("COLUMNS")); };
  system.input_terminal = [] { return terminal_of(STDIN_FILENO, environment_variable("COLUMNS")); };
  system.open_lines = standard_lines;
  system.open_session = open_session_file;
  system.make_private_folder = make_private_folder;
  system.start_process = start_process;
  system.run_process = run_process;
  system.catch_interrupts = catch_interrupts;
  system.interrupted = interrupted;
  system.own_path = path_of_this_program;
  system.seconds = seconds_on_the_clock;
  system.cores = usable_cores;
  return system;
}

}  // namespace qkv
