#include "qkv/system/process.hpp"

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <optional>
#include <poll.h>
#include <sys/wait.h>
#include <unistd.h>
#include <utility>

#include "process_start.hpp"
#include "process_tree.hpp"
#include "qkv/system/interrupt.hpp"

namespace qkv {
namespace {

using Clock = std::chrono::steady_clock;

constexpr std::size_t kept_bytes = 4096;        // of standard error, at either end
constexpr std::size_t kept_output = 16'384;     // of a program that is run to its end
constexpr int look_around = 50;                 // ms between two looks at what it is doing
constexpr double time_to_end = 1.0;             // seconds between closing its output and ending
constexpr std::size_t read_at_once = 1U << 16;  // bytes

// The beginning and the end of something that may never stop.
class BothEnds {
 public:
  void add(std::string_view bytes) {
    const std::size_t room = kept_bytes - std::min(kept_bytes, begin_.size());
    begin_ += bytes.substr(0, room);
    end_ += bytes.substr(std::min(room, bytes.size()));
    if (end_.size() > 2 * kept_bytes) {
      left_out_ = true;
      end_.erase(0, end_.size() - kept_bytes);
    }
  }
  std::string text() const { return begin_ + (left_out_ ? "\n…\n" : "") + end_; }

 private:
  std::string begin_;
  std::string end_;
  bool left_out_ = false;
};

enum class Reading { more, nothing_now, at_end };

// What has come by now.
Reading read_some(const Descriptor& from, std::string& into) {
  char bytes[read_at_once];
  const ssize_t size = ::read(from.number(), bytes, sizeof bytes);
  if (size > 0) {
    into.append(bytes, static_cast<std::size_t>(size));
    return Reading::more;
  }
  const bool waits = size < 0 && (errno == EAGAIN || errno == EINTR);
  return waits ? Reading::nothing_now : Reading::at_end;
}

// A started program with all it starts: watched, waited for, ended.
class Watched {
 public:
  Watched(const ProcessRequest& request, ProcessTree tree, pid_t id)
      : memory_(request.memory), processes_(request.processes), tree_(std::move(tree)), id_(id) {}

  // What it does that it may not.
  std::optional<Came> trespass() {
    if (interrupted()) return Came::interruption;
    if (Clock::now() < next_look_ || (memory_ == 0 && processes_ == 0)) return std::nullopt;
    next_look_ = Clock::now() + std::chrono::milliseconds(look_around);
    const ProcessTree::Load load = tree_.load(id_);
    if (memory_ != 0 && load.memory > memory_) return Came::much_memory;
    if (processes_ != 0 && load.processes > processes_) return Came::many_processes;
    return std::nullopt;
  }

  bool has_ended() {
    if (status_) return true;
    int status = 0;
    if (waitpid(id_, &status, WNOHANG) != id_) return false;
    status_ = status;
    return true;
  }

  ProcessEnd end() {
    if (done_) return *done_;
    const bool by_itself = has_ended();
    tree_.end(id_);
    int status = 0;
    if (!status_ && waitpid(id_, &status, 0) == id_) status_ = status;
    done_ = ProcessEnd{};
    if (by_itself && WIFEXITED(*status_)) done_ = {ProcessEnd::Kind::exited, WEXITSTATUS(*status_)};
    if (by_itself && WIFSIGNALED(*status_)) done_ = {ProcessEnd::Kind::killed, WTERMSIG(*status_)};
    return *done_;
  }

 private:
  long long memory_;
  int processes_;
  ProcessTree tree_;
  pid_t id_;
  std::optional<int> status_;
  std::optional<ProcessEnd> done_;
  Clock::time_point next_look_ = {};
};

Clock::time_point in_seconds(double seconds) {
  return Clock::now() + std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(seconds));
}

class AskedProcess final : public Process {
 public:
  AskedProcess(const ProcessRequest& request, ProcessTree tree, Started started)
      : watched_(request, std::move(tree), started.id),
        input_(std::move(started.input)),
        output_(std::move(started.output)),
        complaints_(std::move(started.complaints)) {}
  ~AskedProcess() override { watched_.end(); }

  Came ask(std::string_view line, double seconds, std::size_t longest, std::string& answer) override {
    const Clock::time_point deadline = in_seconds(seconds);
    // What it has not read of an earlier one goes first: half a line would be no fault of its own.
    unsent_.erase(0, std::exchange(sent_, 0));
    unsent_ += line;
    unsent_ += '\n';
    for (;;) {
      if (take_line(answer)) return answer.size() > longest ? Came::too_long : Came::line;
      if (const std::optional<Came> came = without_line(longest, deadline)) {
        answer = read_.substr(0, longest);
        return *came;
      }
      exchange();
    }
  }

  std::string complaints() const override { return both_ends_.text(); }

  ProcessEnd finish(double seconds) override {
    if (input_.is_open()) input_.close();
    wait_for_its_end(seconds);
    return end();
  }

  ProcessEnd end() override {
    const ProcessEnd end = watched_.end();
    listen_to_the_last();
    return end;
  }

 private:
  bool take_line(std::string& line) {
    const std::size_t end = read_.find('\n', searched_);
    searched_ = end == std::string::npos ? read_.size() : 0;
    if (end == std::string::npos) return false;
    line = read_.substr(0, end);
    read_.erase(0, end + 1);
    return true;
  }

  // Why there is no point in waiting for a line any longer.
  std::optional<Came> without_line(std::size_t longest, Clock::time_point deadline) {
    if (read_.size() > longest) return Came::too_long;
    if (output_ended_) return wait_for_its_end(time_to_end);
    if (const std::optional<Came> trespass = watched_.trespass()) return *trespass;
    if (Clock::now() >= deadline) return Came::nothing;
    return std::nullopt;
  }

  // Waits a moment for something to do, and does it.
  void exchange() {
    pollfd watched[3] = {{output_.number(), POLLIN, 0},
                         {complaints_ended_ ? -1 : complaints_.number(), POLLIN, 0},
                         {sent_ == unsent_.size() ? -1 : input_.number(), POLLOUT, 0}};
    if (poll(watched, 3, look_around) <= 0) return;
    if (watched[2].revents != 0) send();
    if (watched[1].revents != 0) listen();
    if (watched[0].revents != 0) output_ended_ = read_some(output_, read_) == Reading::at_end;
  }

  void send() {
    const ssize_t size = ::write(input_.number(), unsent_.data() + sent_, unsent_.size() - sent_);
    if (size > 0) sent_ += static_cast<std::size_t>(size);
    // It reads no more: what it says about that, or that it ends, is what counts.
    if (size < 0 && errno != EAGAIN && errno != EINTR) sent_ = unsent_.size();
  }

  void listen() {
    if (complaints_ended_) return;
    std::string bytes;
    complaints_ended_ = read_some(complaints_, bytes) == Reading::at_end;
    both_ends_.add(bytes);
  }

  Came wait_for_its_end(double seconds) {
    const Clock::time_point deadline = in_seconds(seconds);
    while (!watched_.has_ended() && Clock::now() < deadline) {
      if (const std::optional<Came> trespass = watched_.trespass()) return *trespass;
      pollfd watched[2] = {{complaints_ended_ ? -1 : complaints_.number(), POLLIN, 0},
                           {output_ended_ ? -1 : output_.number(), POLLIN, 0}};
      if (poll(watched, 2, 10) <= 0) continue;
      if (watched[0].revents != 0) listen();
      if (watched[1].revents != 0) pass_over();
    }
    listen_to_the_last();
    return Came::end;
  }

  // What nobody asked for any more: a full pipe would keep it from ending.
  void pass_over() {
    std::string bytes;
    output_ended_ = read_some(output_, bytes) == Reading::at_end;
  }

  // What is in the pipe still, and no more than that: whoever else holds it may write on and on.
  void listen_to_the_last() {
    for (int piece = 0; piece < 2 && !complaints_ended_; ++piece) listen();
  }

  Watched watched_;
  Descriptor input_;
  Descriptor output_;
  Descriptor complaints_;
  std::string unsent_;
  std::size_t sent_ = 0;  // bytes of it that are
  std::string read_;
  std::size_t searched_ = 0;  // bytes of it in which there is no end of a line
  BothEnds both_ends_;
  bool output_ended_ = false;
  bool complaints_ended_ = false;
};

}  // namespace

Result<std::shared_ptr<Process>> start_process(const ProcessRequest& request) {
  ProcessTree tree;
  Result<Started> started = start(request, Conversation::asked);
  if (!started) return started.faults();
  return std::shared_ptr<Process>(
      std::make_shared<AskedProcess>(request, std::move(tree), std::move(started.value())));
}

Result<ProcessRun> run_process(const ProcessRequest& request, double seconds) {
  ProcessTree tree;
  Result<Started> started = start(request, Conversation::listened);
  if (!started) return started.faults();
  const Descriptor output = std::move(started.value().output);
  Watched watched(request, std::move(tree), started.value().id);
  const Clock::time_point deadline = in_seconds(seconds);
  ProcessRun run;
  bool at_end = false;
  const auto listen = [&] {
    at_end = read_some(output, run.output) == Reading::at_end;
    if (run.output.size() > 2 * kept_output) run.output.erase(0, run.output.size() - kept_output);
  };
  while (!watched.has_ended()) {
    if (const std::optional<Came> trespass = watched.trespass()) {
      run.came = *trespass;
      break;
    }
    if (Clock::now() >= deadline) {
      run.came = Came::nothing;
      break;
    }
    pollfd waited = {at_end ? -1 : output.number(), POLLIN, 0};
    if (poll(&waited, 1, at_end ? 2 : 10) > 0) listen();
  }
  run.end = watched.end();
  // What it printed last; those that might print on are gone.
  for (int piece = 0; piece < 64 && !at_end; ++piece) {
    const std::size_t before = run.output.size();
    listen();
    if (run.output.size() == before) break;
  }
  return run;
}

}  // namespace qkv
