#include <csignal>
#include <string>
#include <vector>

#include "qkv/cli/run.hpp"
#include "qkv/system/interrupt.hpp"
#include "qkv/system/system.hpp"

int main(int argc, char** argv) {
  // A reader that closes the pipe is told by write(), not by a signal that would hide our exit code.
  std::signal(SIGPIPE, SIG_IGN);
  // Nor by one that ends us where a file may grow no further (ulimit -f).
  std::signal(SIGXFSZ, SIG_IGN);
  const std::vector<std::string> words(argv + (argc > 0 ? 1 : 0), argv + argc);
  const int code = qkv::run_qkv(words, qkv::real_system());
  qkv::end_if_interrupted();
  return code;
}
