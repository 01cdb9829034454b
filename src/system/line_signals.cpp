#include "line_signals.hpp"

#include <array>
#include <cerrno>
#include <poll.h>

namespace qkv {
namespace {

volatile std::sig_atomic_t asked_to_stop = 0;
volatile std::sig_atomic_t size_changed = 0;

void note(int signal) {
  if (signal == SIGWINCH) {
    size_changed = 1;
  } else {
    asked_to_stop = 1;
  }
}

constexpr std::array signals = {SIGINT, SIGTERM, SIGHUP, SIGWINCH};

}  // namespace

struct LineSignals::Old {
  std::array<struct sigaction, signals.size()> actions{};
  sigset_t mask{};
};

LineSignals::LineSignals() : old_(std::make_unique<Old>()) {
  asked_to_stop = 0;
  size_changed = 0;
  for (std::size_t i = 0; i < signals.size(); ++i) {
    struct sigaction action {};
    action.sa_handler = note;
    sigemptyset(&action.sa_mask);
    // A second Ctrl-C ends whatever does not come back.
    action.sa_flags = signals[i] == SIGINT ? static_cast<int>(SA_RESETHAND) : 0;
    sigaction(signals[i], nullptr, &old_->actions[i]);
    if (old_->actions[i].sa_handler != SIG_IGN) sigaction(signals[i], &action, nullptr);
  }
  sigprocmask(SIG_SETMASK, nullptr, &old_->mask);
}

LineSignals::~LineSignals() {
  for (std::size_t i = 0; i < signals.size(); ++i) sigaction(signals[i], &old_->actions[i], nullptr);
}

LineSignals::Event LineSignals::wait(int descriptor) {
  sigset_t blocked;
  sigemptyset(&blocked);
  for (const int signal : signals) sigaddset(&blocked, signal);
  sigset_t before;
  sigprocmask(SIG_BLOCK, &blocked, &before);
  Event event = Event::input;
  while (true) {
    if (asked_to_stop != 0) {
      event = Event::stop;
      break;
    }
    if (size_changed != 0) {
      size_changed = 0;
      event = Event::resized;
      break;
    }
    pollfd waiting{descriptor, POLLIN, 0};
    if (ppoll(&waiting, 1, nullptr, &before) >= 0 || errno != EINTR) break;
  }
  sigprocmask(SIG_SETMASK, &before, nullptr);
  return event;
}

}  // namespace qkv
