// How long `qkv walk contract` takes beside a program that does nothing, from start to exit.
//
//   bench_startup [RUNS]
//
// The two take turns, so that whatever else the machine does hits both; output goes to /dev/null.
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>
#include <vector>

namespace {

using Milliseconds = std::chrono::duration<double, std::milli>;

double run_once(const posix_spawn_file_actions_t& actions, std::vector<char*> words) {
  words.push_back(nullptr);
  const auto start = std::chrono::steady_clock::now();
  pid_t child = 0;
  int status = 0;
  if (posix_spawn(&child, words[0], &actions, nullptr, words.data(), environ) != 0 ||
      waitpid(child, &status, 0) != child || !WIFEXITED(status) || WEXITSTATUS(status) != 0) {
    std::fprintf(stderr, "bench_startup: %s failed\n", words[0]);
    std::exit(1);
  }
  return Milliseconds(std::chrono::steady_clock::now() - start).count();
}

double median(std::vector<double> times) {
  std::sort(times.begin(), times.end());
  const std::size_t middle = times.size() / 2;
  return times.size() % 2 == 1 ? times[middle] : (times[middle - 1] + times[middle]) / 2;
}

}  // namespace

int main(int argc, char** argv) {
  const int runs = argc > 1 ? std::max(1, std::atoi(argv[1])) : 200;
  char empty[] = QKV_EMPTY_PROGRAM;
  char qkv[] = QKV_BINARY;
  char walk[] = "walk";
  char contract[] = "contract";

  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);

  std::vector<double> of_empty;
  std::vector<double> of_qkv;
  for (int i = 0; i < runs; ++i) {
    of_empty.push_back(run_once(actions, {empty}));
    of_qkv.push_back(run_once(actions, {qkv, walk, contract}));
  }
  posix_spawn_file_actions_destroy(&actions);

  std::printf("median of %d runs, from start to exit\n", runs);
  std::printf("  int main() {}      %.2f ms\n", median(of_empty));
  std::printf("  qkv walk contract  %.2f ms\n", median(of_qkv));
  std::printf("  ratio              %.2f\n", median(of_qkv) / median(of_empty));
  return 0;
}
