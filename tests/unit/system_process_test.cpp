// Other people's programs: what comes of them, that limits hold, and that nothing of them is left. The worst
// of them are in tests/verify/hostile.py.
#include <algorithm>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <string>
#include <unistd.h>
#include <vector>

#include "qkv/system/process.hpp"
#include "support/catch.hpp"

using namespace qkv;

namespace {

constexpr double patience = 20;  // seconds, for what comes at once unless the machine is very busy

ProcessRequest shell(const std::string& script) {
  return {.words = {"/bin/sh", "-c", script}};
}

std::shared_ptr<Process> started(const ProcessRequest& request) {
  std::signal(SIGPIPE, SIG_IGN);
  Result<std::shared_ptr<Process>> process = start_process(request);
  REQUIRE(process);
  return process.value();
}

ProcessRun run(const ProcessRequest& request, double seconds = patience) {
  const Result<ProcessRun> result = run_process(request, seconds);
  REQUIRE(result);
  return result.value();
}

std::string fault_of(std::vector<std::string> words) {
  const Result<std::shared_ptr<Process>> process = start_process({.words = std::move(words)});
  REQUIRE(!process);
  return process.faults().front().code;
}

bool is_alive(const std::string& id) {
  return kill(static_cast<pid_t>(std::atol(id.c_str())), 0) == 0;
}

}  // namespace

TEST_CASE("a program is asked line by line and answers line by line") {
  const auto process = started({.words = {"cat"}});
  std::string answer;
  for (const std::string line : {"one", "", "二"}) {
    CHECK(process->ask(line, patience, 100, answer) == Came::line);
    CHECK(answer == line);
  }
}

TEST_CASE("a line larger than all pipes between goes there and back") {
  const std::string line(3'000'000, 'x');
  const auto process = started({.words = {"cat"}});
  std::string answer;
  CHECK(process->ask(line, patience, line.size(), answer) == Came::line);
  CHECK(answer == line);
}

TEST_CASE("a program that never reads is waited for no longer than one that never answers") {
  const std::string line(3'000'000, 'x');
  const auto process = started(shell("exec sleep 60"));
  std::string answer;
  const auto begun = std::chrono::steady_clock::now();
  CHECK(process->ask(line, 0.2, 100, answer) == Came::nothing);
  CHECK(std::chrono::steady_clock::now() - begun < std::chrono::seconds(20));
  CHECK(process->end().kind == ProcessEnd::Kind::ended);
}

TEST_CASE("a line has to have an end within its length") {
  const auto process = started(shell("printf 123456; exec sleep 60"));
  std::string answer;
  CHECK(process->ask("", patience, 5, answer) == Came::too_long);
  CHECK(answer == "12345");
}

TEST_CASE("what a program printed before it ended in the middle of a line is there to be shown") {
  const auto process = started(shell("read line; printf half; echo why >&2; exit 3"));
  std::string answer;
  CHECK(process->ask("x", patience, 100, answer) == Came::end);
  CHECK(answer == "half");
  const ProcessEnd end = process->end();
  CHECK(end.kind == ProcessEnd::Kind::exited);
  CHECK(end.code == 3);
  CHECK(process->complaints() == "why\n");
}

TEST_CASE("a program whose input ends may end by itself, and how it does is told") {
  const auto ends = [](const std::string& script, double seconds) {
    const auto process = started(shell(script));
    std::string answer;
    CHECK(process->ask("x", patience, 100, answer) == Came::line);
    return process->finish(seconds);
  };
  const ProcessEnd fine = ends("cat", patience);
  CHECK(fine.kind == ProcessEnd::Kind::exited);
  CHECK(fine.code == 0);
  const ProcessEnd code = ends("cat; exit 7", patience);
  CHECK(code.kind == ProcessEnd::Kind::exited);
  CHECK(code.code == 7);
  const ProcessEnd crash = ends("cat; kill -SEGV $$", patience);
  CHECK(crash.kind == ProcessEnd::Kind::killed);
  CHECK(crash.code == SIGSEGV);
  // More than any pipe holds, which nobody asked for: it can still end.
  const ProcessEnd chatty = ends("cat; head -c 3000000 /dev/zero; exit 3", patience);
  CHECK(chatty.code == 3);
  CHECK(ends("cat; exec sleep 60", 0.2).kind == ProcessEnd::Kind::ended);
}

TEST_CASE("a crash is told from an end") {
  const auto process = started(shell("kill -SEGV $$"));
  std::string answer;
  CHECK(process->ask("x", patience, 100, answer) == Came::end);
  const ProcessEnd end = process->end();
  CHECK(end.kind == ProcessEnd::Kind::killed);
  CHECK(end.code == SIGSEGV);
}

TEST_CASE("of endless complaints the beginning and the end are kept") {
  const auto process = started(
      shell("echo begin >&2; i=0; while [ $i -lt 20000 ]; do echo 'more and more' >&2; i=$((i+1)); done; "
            "echo end >&2; echo done; exec sleep 60"));
  std::string answer;
  CHECK(process->ask("x", patience, 100, answer) == Came::line);
  process->end();
  const std::string complaints = process->complaints();
  CHECK(complaints.starts_with("begin\n"));
  CHECK(complaints.ends_with("end\n"));
  CHECK(complaints.size() < 20'000);
}

TEST_CASE("why a command cannot be started is found out before anything is asked") {
  CHECK(fault_of({"no-such-command-at-all"}) == "process.unknown");
  CHECK(fault_of({"/no/such/command"}) == "process.unknown");
  CHECK(fault_of({""}) == "process.unknown");
  CHECK(fault_of({"/"}) == "process.folder");
  CHECK(fault_of({"/etc/passwd"}) == "process.not-started");
}

TEST_CASE("a program gets the environment of qkv and what is added to it, and no open file of ours") {
  ::setenv("QKV_TEST_KEPT", "kept", 1);
  ::setenv("QKV_TEST_OTHER", "old", 1);
  ProcessRequest request = shell("echo $QKV_TEST_KEPT $QKV_TEST_OTHER; ls /proc/self/fd | wc -l");
  request.environment = {{"QKV_TEST_OTHER", "new"}};
  const int before = dup(STDOUT_FILENO);  // inherited on purpose: only those that we opened are ours
  const ProcessRun with_one = run(request);
  close(before);
  const ProcessRun without = run(request);
  CHECK(with_one.output.starts_with("kept new\n"));
  CHECK(std::atoi(with_one.output.c_str() + 9) == std::atoi(without.output.c_str() + 9) + 1);
  // The three streams and the folder that ls reads; a test runner may add some of its own.
  CHECK(std::atoi(without.output.c_str() + 9) < 12);
}

TEST_CASE("what was left behind in a session of its own is ended with the program") {
  // setsid starts a new session; the shell that started it ends at once.
  const ProcessRun result = run(shell("setsid sleep 60 </dev/null >/dev/null 2>&1 & echo $!"));
  CHECK(result.end.kind == ProcessEnd::Kind::exited);
  CHECK(!is_alive(result.output));
}

TEST_CASE("a program that is run to its end: its code, its output, its time") {
  const ProcessRun ended = run(shell("echo out; echo err >&2; exit 4"));
  CHECK(ended.end.code == 4);
  CHECK(ended.output == "out\nerr\n");
  CHECK(run(shell("exec cat")).output.empty());  // nothing to read: no waiting
  const ProcessRun late = run(shell("echo early; trap '' TERM INT; sleep 60"), 0.5);
  CHECK(late.came == Came::nothing);
  CHECK(late.end.kind == ProcessEnd::Kind::ended);
  CHECK(late.output == "early\n");
}

TEST_CASE("more processes than allowed end all of them") {
  ProcessRequest request = shell("for i in 1 2 3 4 5 6 7 8; do sleep 60 & done; wait");
  request.processes = 5;
  CHECK(run(request).came == Came::many_processes);
}

TEST_CASE("memory is counted over all that a program started") {
  ProcessRequest request = shell("sleep 60 & sleep 60 & sleep 60 & wait");
  request.memory = 1;
  CHECK(run(request).came == Came::much_memory);
}
