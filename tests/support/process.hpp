// Runs a program and keeps what it said.
#pragma once

#include <cstdio>
#include <fcntl.h>
#include <map>
#include <spawn.h>
#include <stdexcept>
#include <string>
#include <sys/wait.h>
#include <unistd.h>
#include <vector>

namespace qkv::test {

struct Surroundings {
  std::string input;                               // standard input, unless input_file is given
  std::string input_file;                          // such as /dev/zero
  std::string output_file;                         // such as /dev/full; nothing is captured then
  bool reader_has_gone = false;                    // standard output is a pipe that nobody reads any more
  bool output_is_closed = false;                   // there is no standard output at all
  std::map<std::string, std::string> environment;  // all of it: nothing is inherited
};

struct Finished {
  int exit_code = -1;  // -1: it did not end by itself
  std::string output;
  std::string errors;
};

namespace detail {

// A file without a name: as large as need be, and nobody has to empty it while the program runs.
class Scratch {
 public:
  explicit Scratch(const std::string& content = {}) : file_(std::tmpfile()) {
    if (file_ == nullptr) throw std::runtime_error("no temporary file");
    std::fwrite(content.data(), 1, content.size(), file_);
    std::rewind(file_);
  }
  Scratch(const Scratch&) = delete;
  Scratch& operator=(const Scratch&) = delete;
  ~Scratch() { std::fclose(file_); }

  int descriptor() const { return fileno(file_); }
  std::string content() const {
    std::string text;
    std::rewind(file_);
    char chunk[4096];
    while (const std::size_t count = std::fread(chunk, 1, sizeof chunk, file_)) text.append(chunk, count);
    return text;
  }

 private:
  std::FILE* file_;
};

inline std::vector<char*> pointers(std::vector<std::string>& words) {
  std::vector<char*> list;
  for (std::string& word : words) list.push_back(word.data());
  list.push_back(nullptr);
  return list;
}

inline int exit_code(int status) {
  return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

}  // namespace detail

// The first word is the program's path.
inline Finished run_process(std::vector<std::string> words, const Surroundings& around = {}) {
  const detail::Scratch input(around.input);
  const detail::Scratch output;
  const detail::Scratch errors;
  int deserted[2] = {-1, -1};
  if (around.reader_has_gone && pipe(deserted) != 0) throw std::runtime_error("no pipe");
  if (around.reader_has_gone) close(deserted[0]);

  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, input.descriptor(), STDIN_FILENO);
  posix_spawn_file_actions_adddup2(&actions, around.reader_has_gone ? deserted[1] : output.descriptor(),
                                   STDOUT_FILENO);
  posix_spawn_file_actions_adddup2(&actions, errors.descriptor(), STDERR_FILENO);
  if (!around.input_file.empty()) {
    posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, around.input_file.c_str(), O_RDONLY, 0);
  }
  if (!around.output_file.empty()) {
    posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, around.output_file.c_str(), O_WRONLY, 0);
  }
  if (around.output_is_closed) posix_spawn_file_actions_addclose(&actions, STDOUT_FILENO);

  std::vector<std::string> variables;
  for (const auto& [name, value] : around.environment) variables.push_back(name + "=" + value);
  pid_t child = 0;
  const int failed = posix_spawn(&child, words.front().c_str(), &actions, nullptr,
                                 detail::pointers(words).data(), detail::pointers(variables).data());
  posix_spawn_file_actions_destroy(&actions);
  if (around.reader_has_gone) close(deserted[1]);
  if (failed != 0) throw std::runtime_error("cannot start " + words.front());

  int status = 0;
  while (waitpid(child, &status, 0) != child) {
  }
  return {detail::exit_code(status), output.content(), errors.content()};
}

// qkv with these words.
inline Finished run_qkv_binary(const std::vector<std::string>& words, const Surroundings& around = {}) {
  std::vector<std::string> command = {QKV_BINARY};
  command.insert(command.end(), words.begin(), words.end());
  return run_process(std::move(command), around);
}

}  // namespace qkv::test
