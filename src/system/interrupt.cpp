#include "qkv/system/interrupt.hpp"

#include <csignal>

namespace qkv {
namespace {

volatile std::sig_atomic_t caught = 0;

void note(int signal) {
  caught = signal;
}

void catch_signal(int signal) {
  struct sigaction old {};
  if (sigaction(signal, nullptr, &old) != 0 || old.sa_handler == SIG_IGN) return;
  struct sigaction action {};
  action.sa_handler = note;
  // No SA_RESTART: a read that waits for input has to come back.
  action.sa_flags = static_cast<int>(SA_RESETHAND);
  sigemptyset(&action.sa_mask);
  sigaction(signal, &action, nullptr);
}

}  // namespace

void catch_interrupts() {
  catch_signal(SIGINT);
  catch_signal(SIGTERM);
  catch_signal(SIGHUP);  // a terminal that is closed: what was started has to end as well
}

bool interrupted() {
  return caught != 0;
}

void end_if_interrupted() {
  if (caught == 0) return;
  std::signal(caught, SIG_DFL);
  std::raise(caught);
}

}  // namespace qkv
