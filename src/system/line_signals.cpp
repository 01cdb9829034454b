#include "line_signals.hpp"

#include <array>
#include <cerrno>
#include <poll.h>
#include <utility>

namespace qkv {
namespace {

volatile std::sig_atomic_t asked_to_stop = 0;
volatile std::sig_atomic_t asked_to_pause = 0;
volatile std::sig_atomic_t has_resumed = 0;
volatile std::sig_atomic_t size_changed = 0;

void note(int signal) {
  switch (signal) {
    case SIGWINCH:
      size_changed = 1;
      break;
    case SIGTSTP:
      asked_to_pause = 1;
      break;
    case SIGCONT:
      has_resumed = 1;
      break;
    default:
      asked_to_stop = 1;
      break;
  }
}

constexpr std::array signals = {SIGINT, SIGQUIT, SIGTERM, SIGHUP, SIGWINCH, SIGTSTP, SIGCONT};

int flags_for(int signal) {
  switch (signal) {
    case SIGINT:
    case SIGQUIT:
      return static_cast<int>(SA_RESETHAND);  // a second Ctrl-C ends whatever does not come back
    case SIGTSTP:
    case SIGCONT:
      return SA_RESTART;  // what is being written when they come is none of their business
    default:
      return 0;
  }
}

// What has come since it was last asked for.
std::optional<LineSignals::Event> noted() {
  if (asked_to_stop != 0) return LineSignals::Event::stop;
  for (const auto& [flag, event] : {std::pair{&asked_to_pause, LineSignals::Event::suspend},
                                    std::pair{&has_resumed, LineSignals::Event::resumed},
                                    std::pair{&size_changed, LineSignals::Event::resized}}) {
    if (*flag == 0) continue;
    *flag = 0;
    return event;
  }
  return std::nullopt;
}

}  // namespace

struct LineSignals::Old {
  std::array<struct sigaction, signals.size()> actions{};
  sigset_t mask{};
};

LineSignals::LineSignals() : old_(std::make_unique<Old>()) {
  for (volatile std::sig_atomic_t* flag : {&asked_to_stop, &asked_to_pause, &has_resumed, &size_changed})
    *flag = 0;
  for (std::size_t i = 0; i < signals.size(); ++i) {
    struct sigaction action {};
    action.sa_handler = note;
    sigemptyset(&action.sa_mask);
    action.sa_flags = flags_for(signals[i]);
    sigaction(signals[i], nullptr, &old_->actions[i]);
    if (old_->actions[i].sa_handler != SIG_IGN) sigaction(signals[i], &action, nullptr);
  }
  sigprocmask(SIG_SETMASK, nullptr, &old_->mask);
}

LineSignals::~LineSignals() {
  for (std::size_t i = 0; i < signals.size(); ++i) sigaction(signals[i], &old_->actions[i], nullptr);
}

LineSignals::Event LineSignals::wait(int descriptor, std::optional<int> patience_milliseconds) {
  sigset_t blocked;
  sigemptyset(&blocked);
  for (const int signal : signals) sigaddset(&blocked, signal);
  sigset_t before;
  sigprocmask(SIG_BLOCK, &blocked, &before);
  const int patience = patience_milliseconds.value_or(0);
  const timespec limit{patience / 1000, patience % 1000 * 1'000'000L};
  Event event = Event::input;
  while (true) {
    if (const auto came = noted()) {
      event = *came;
      break;
    }
    pollfd waiting{descriptor, POLLIN, 0};
    const int ready = ppoll(&waiting, 1, patience_milliseconds ? &limit : nullptr, &before);
    if (ready == 0) event = Event::nothing;
    if (ready >= 0 || errno != EINTR) break;
  }
  sigprocmask(SIG_SETMASK, &before, nullptr);
  return event;
}

void LineSignals::pause() {
  struct sigaction ordinary {};
  ordinary.sa_handler = SIG_DFL;
  sigemptyset(&ordinary.sa_mask);
  struct sigaction noting {};
  sigaction(SIGTSTP, &ordinary, &noting);
  raise(SIGTSTP);
  sigaction(SIGTSTP, &noting, nullptr);
  has_resumed = 0;
}

bool comes_at_once(int descriptor) {
  pollfd waiting{descriptor, POLLIN, 0};
  return poll(&waiting, 1, paste_milliseconds) > 0;
}

}  // namespace qkv
