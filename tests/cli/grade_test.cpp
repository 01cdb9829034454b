// qkv grade through the real program, real files, pipes and signals.
#include <algorithm>
#include <csignal>
#include <fcntl.h>
#include <spawn.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "support/catch.hpp"
#include "support/folder.hpp"
#include "support/process.hpp"

using namespace qkv::test;

namespace {

std::string line_of(const std::string& learner, const std::string& scores = "1,2,1") {
  return R"({"qkv":1,"problem":"contract","learner":")" + learner + R"(","answers":{"scores":[[)" + scores +
         R"(]],"scaled":[[0.71,1.41,0.71]],"weights":[[0.25,0.50,0.25]],"output":[[0.50,1.25]]}})" + "\n";
}

int lines_in(const std::string& text) {
  return static_cast<int>(std::count(text.begin(), text.end(), '\n'));
}

bool has(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

// The program with pipes for its input and output, still running.
class Running {
 public:
  explicit Running(std::vector<std::string> words) {
    REQUIRE(pipe2(in_, O_CLOEXEC) == 0);
    REQUIRE(pipe2(out_, O_CLOEXEC) == 0);
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, in_[0], STDIN_FILENO);
    posix_spawn_file_actions_adddup2(&actions, out_[1], STDOUT_FILENO);
    posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
    words.insert(words.begin(), QKV_BINARY);
    std::vector<char*> pointers = detail::pointers(words);
    char* nothing = nullptr;
    REQUIRE(posix_spawn(&child_, QKV_BINARY, &actions, nullptr, pointers.data(), &nothing) == 0);
    posix_spawn_file_actions_destroy(&actions);
    close(in_[0]);
    close(out_[1]);
  }
  Running(const Running&) = delete;
  Running& operator=(const Running&) = delete;
  ~Running() {
    close(in_[1]);
    close(out_[0]);
  }

  void say(const std::string& text) const {
    REQUIRE(write(in_[1], text.data(), text.size()) == static_cast<ssize_t>(text.size()));
  }
  // Until that many lines have come.
  std::string read_lines(int count) const {
    std::string text;
    char c = 0;
    while (lines_in(text) < count && read(out_[0], &c, 1) == 1) text += c;
    return text;
  }
  std::string read_rest() const { return read_lines(1 << 30); }
  void interrupt() const { kill(child_, SIGINT); }
  int wait() const {
    int status = 0;
    waitpid(child_, &status, 0);
    return status;
  }

 private:
  int in_[2] = {-1, -1};
  int out_[2] = {-1, -1};
  pid_t child_ = 0;
};

}  // namespace

TEST_CASE("a folder with folders in it is graded in the order of its paths, links to folders aside") {
  const Folder folder;
  mkdir(folder.path("b").c_str(), 0700);
  mkdir(folder.path("b/.hidden").c_str(), 0700);
  folder.write("b/2.json", line_of("two"));
  folder.write("b/.hidden/x.json", line_of("hidden"));
  folder.write("c.JSONL", line_of("three") + "\n" + line_of("four"));
  folder.write("a.json", line_of("one"));
  folder.write("a.txt", "nobody's");
  REQUIRE(symlink(folder.path().c_str(), folder.path("b/loop").c_str()) == 0);
  const Finished run = run_qkv_binary({"grade", "contract", folder.path(), "--format", "csv"});
  CHECK(run.exit_code == 0);
  std::vector<std::size_t> places;
  for (const std::string learner : {",one,", ",two,", ",three,", ",four,"})
    places.push_back(run.output.find(learner));
  CHECK(std::is_sorted(places.begin(), places.end()));
  CHECK(places.back() != std::string::npos);
  CHECK(lines_in(run.output) == 1 + 4 * 11);
}

TEST_CASE("thousands of lines: the same bytes with one thread and with many") {
  Surroundings around;
  for (int i = 0; i < 3000; ++i) {
    around.input += line_of("s" + std::to_string(i), i % 4 == 0 ? "1,2," + std::to_string(i % 50) : "1,2,1");
    if (i % 97 == 0) around.input += "{\"qkv\":\n";
  }
  const Finished one = run_qkv_binary({"grade", "contract", "-", "--format", "json", "--jobs", "1"}, around);
  const Finished many = run_qkv_binary({"grade", "contract", "-", "--format", "json", "--jobs", "8"}, around);
  CHECK(one.exit_code == 2);
  CHECK(lines_in(one.output) == 3000 + 31 + 1);
  CHECK(one.output == many.output);
}

TEST_CASE("every submission is answered as soon as it has come") {
  const Running running({"grade", "contract", "-", "--format", "json", "--jobs", "2"});
  running.say(line_of("first"));
  CHECK(has(running.read_lines(1), "first"));
  running.say(line_of("second"));
  CHECK(has(running.read_lines(1), "second"));
}

TEST_CASE("Ctrl-C ends it with what was done, and the shell learns of it") {
  for (const std::string jobs : {"1", "4"}) {
    INFO(jobs);
    const Running running({"grade", "contract", "-", "--format", "json", "--jobs", jobs});
    running.say(line_of("first"));
    CHECK(has(running.read_lines(1), "first"));
    running.interrupt();
    const std::string rest = running.read_rest();
    CHECK(rest.starts_with(R"({"qkv":1,"summary":{"submissions":1,"graded":1)"));
    const int status = running.wait();
    CHECK(WIFSIGNALED(status));
    CHECK(WTERMSIG(status) == SIGINT);
  }
}

TEST_CASE("a reader who has seen enough hears nothing more, and the exit code is the same") {
  Surroundings around;
  around.reader_has_gone = true;
  for (int i = 0; i < 2000; ++i) around.input += line_of("s" + std::to_string(i));
  CHECK(run_qkv_binary({"grade", "contract", "-", "--format", "csv"}, around).exit_code == 0);
  around.input += line_of("wrong", "1,2,2");
  const Finished run = run_qkv_binary({"grade", "contract", "-", "--format", "csv"}, around);
  CHECK(run.exit_code == 1);
  CHECK(run.errors.empty());
}

TEST_CASE("a full disk is exit code 3, and an old result stays") {
  Surroundings around;
  around.input = line_of("a");
  around.output_file = "/dev/full";
  CHECK(run_qkv_binary({"grade", "contract", "-"}, around).exit_code == 3);
  around.output_file.clear();
  const Folder folder;
  const std::string old = folder.write("results.csv", "old");
  CHECK(run_qkv_binary({"grade", "contract", "-", "--format", "csv", "-o", folder.path("none/x")}, around)
            .exit_code == 3);
  CHECK(run_qkv_binary({"grade", "contract", "-", "--gradebook", "/dev/full"}, around).exit_code == 3);
  CHECK(run_qkv_binary({"grade", "none", "-", "-o", old}, around).exit_code == 2);
  CHECK(folder.read("results.csv") == "old");
  CHECK(run_qkv_binary({"grade", "contract", "-", "--format", "csv", "-o", old}, around).exit_code == 0);
  CHECK(lines_in(folder.read("results.csv")) == 12);
  CHECK(folder.names() == std::vector<std::string>{"results.csv"});
}
