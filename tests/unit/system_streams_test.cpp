#include <csignal>
#include <fcntl.h>
#include <thread>
#include <unistd.h>

#include "qkv/system/streams.hpp"
#include "qkv/system/system.hpp"
#include "qkv/system/terminal.hpp"
#include "support/catch.hpp"

using namespace qkv;

namespace {

std::string read_all(int descriptor) {
  std::string text;
  char chunk[1000];
  for (ssize_t count = 0; (count = read(descriptor, chunk, sizeof chunk)) > 0;) {
    text.append(chunk, static_cast<std::size_t>(count));
  }
  return text;
}

}  // namespace

TEST_CASE("more than a pipe holds arrives whole, also when writing does not block") {
  for (const int flags : {0, O_NONBLOCK}) {
    int ends[2];
    REQUIRE(pipe(ends) == 0);
    REQUIRE(fcntl(ends[1], F_SETFL, flags) == 0);
    std::string sent;
    for (int i = 0; i < 100000; ++i) sent += std::to_string(i) + "\n";
    std::string received;
    std::thread reader([&received, descriptor = ends[0]] { received = read_all(descriptor); });
    const Written written = write_all(ends[1], sent);
    close(ends[1]);
    reader.join();
    close(ends[0]);
    CHECK(written.outcome == Written::Outcome::done);
    CHECK(received == sent);
  }
}

TEST_CASE("a pipe that nobody reads is closed, not broken") {
  std::signal(SIGPIPE, SIG_IGN);
  int ends[2];
  REQUIRE(pipe(ends) == 0);
  close(ends[0]);
  CHECK(write_all(ends[1], "x").outcome == Written::Outcome::closed);
  close(ends[1]);
}

TEST_CASE("a full disk and a closed descriptor are faults with a reason") {
  const int full = open("/dev/full", O_WRONLY);
  REQUIRE(full >= 0);
  const Written written = write_all(full, "x");
  close(full);
  CHECK(written.outcome == Written::Outcome::failed);
  REQUIRE(written.fault);
  CHECK(written.fault->code == "output.failed");
  CHECK(written.fault->arguments.front().value == "system.no-space");
  CHECK(write_all(full, "x").fault->arguments.front().value == "system.closed");
}

TEST_CASE("nothing to write is no reason to fail") {
  CHECK(write_all(-1, "").outcome == Written::Outcome::done);
}

TEST_CASE("a pipe or a file is no terminal, whatever COLUMNS says") {
  int ends[2];
  REQUIRE(pipe(ends) == 0);
  CHECK_FALSE(terminal_of(ends[1], "60").is_terminal);
  close(ends[0]);
  close(ends[1]);
  CHECK_FALSE(terminal_of(-1, "60").is_terminal);
}

TEST_CASE("a terminal has the width that COLUMNS says, else its own, else 80") {
  const int terminal = posix_openpt(O_RDWR | O_NOCTTY);
  if (terminal < 0) return;  // none to be had, as in some containers
  CHECK(terminal_of(terminal, "60").width == 60);
  for (const char* nonsense : {"", "0", "-5", "wide", "60 ", "99999999999"}) {
    INFO(nonsense);
    CHECK(terminal_of(terminal, nonsense).width == 80);
  }
  CHECK(terminal_of(terminal, std::nullopt).is_terminal);
  close(terminal);
}

TEST_CASE("the true system looks at the true world") {
  const System system = real_system();
  setenv("QKV_TEST_VARIABLE", "x", 1);
  CHECK(system.environment("QKV_TEST_VARIABLE") == "x");
  unsetenv("QKV_TEST_VARIABLE");
  CHECK_FALSE(system.environment("QKV_TEST_VARIABLE").has_value());
  CHECK(system.exists("/dev/null"));
  CHECK_FALSE(system.exists("/dev/null/no-such-file"));
  CHECK(system.read_file("/dev/null").value().empty());
}
