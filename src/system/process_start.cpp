#include "process_start.hpp"

#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <fcntl.h>
#include <string_view>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "qkv/system/reason.hpp"

extern char** environ;

namespace qkv {
namespace {

constexpr rlim_t longest_file = rlim_t{4} << 30;  // bytes that it may write: more than any honest one needs

struct Pipe {
  Descriptor read;
  Descriptor write;
};

// Somewhere above the three standard streams, one of which qkv may have been started without: what becomes
// one of those in the new process must not be another of them here.
Descriptor above_streams(Descriptor from) {
  if (!from.is_open() || from.number() > STDERR_FILENO) return from;
  return Descriptor(fcntl(from.number(), F_DUPFD_CLOEXEC, STDERR_FILENO + 1));
}

Pipe make_pipe() {
  int ends[2] = {-1, -1};
  if (::pipe2(ends, O_CLOEXEC) != 0) return {Descriptor(-1), Descriptor(-1)};
  Descriptor read(ends[0]);
  Descriptor write(ends[1]);
  return {above_streams(std::move(read)), above_streams(std::move(write))};
}

void never_wait(const Descriptor& descriptor) {
  if (!descriptor.is_open()) return;
  fcntl(descriptor.number(), F_SETFL, fcntl(descriptor.number(), F_GETFL) | O_NONBLOCK);
}

std::vector<char*> pointers(std::vector<std::string>& words) {
  std::vector<char*> all;
  for (std::string& word : words) all.push_back(word.data());
  all.push_back(nullptr);
  return all;
}

// Ours, without what the request says otherwise.
std::vector<std::string> environment_of(const ProcessRequest& request) {
  std::vector<std::string> all;
  for (char** each = environ; *each != nullptr; ++each) {
    const std::string entry(*each);
    bool replaced = false;
    for (const auto& [name, value] : request.environment) replaced |= entry.starts_with(name + "=");
    if (!replaced) all.push_back(entry);
  }
  for (const auto& [name, value] : request.environment) all.push_back(name + "=" + value);
  return all;
}

bool is_file(const std::string& path) {
  struct stat status {};
  return ::stat(path.c_str(), &status) == 0 && S_ISREG(status.st_mode);
}

// Where the command is, or an errno. Not left to execvp(): that hands a text file without #! to the shell,
// which makes something else of a Python program.
struct Found {
  std::string path;
  int error = 0;
};
Found find_program(const std::string& command) {
  if (command.find('/') != std::string::npos) return {command, 0};
  const char* folders = std::getenv("PATH");
  std::string_view left = folders == nullptr ? "/usr/local/bin:/usr/bin:/bin" : folders;
  int error = ENOENT;
  while (!command.empty()) {
    const std::string_view folder = left.substr(0, left.find(':'));
    const std::string path = (folder.empty() ? "." : std::string(folder)) + "/" + command;
    if (is_file(path)) {
      if (::access(path.c_str(), X_OK) == 0) return {path, 0};
      error = EACCES;
    }
    if (folder.size() == left.size()) break;
    left.remove_prefix(folder.size() + 1);
  }
  return {command, error};
}

// In the new process, between fork and exec: nothing here may allocate.
struct Child {
  int input;
  int output;
  int complaints;
  int report;  // where the errno goes that kept it from starting
  pid_t parent;
  const char* path;
  char** words;
  char** environment;

  [[noreturn]] void become() const {
    setsid();
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != parent) _exit(127);  // it was gone before that
    for (const int signal : {SIGPIPE, SIGXFSZ, SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGCHLD})
      std::signal(signal, SIG_DFL);
    sigset_t none;
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, nullptr);
    const rlimit no_core{0, 0};
    setrlimit(RLIMIT_CORE, &no_core);
    rlimit file{};
    if (getrlimit(RLIMIT_FSIZE, &file) == 0 && file.rlim_cur > longest_file) {
      file.rlim_cur = longest_file;
      setrlimit(RLIMIT_FSIZE, &file);
    }
    if (dup2(input, STDIN_FILENO) >= 0 && dup2(output, STDOUT_FILENO) >= 0 &&
        dup2(complaints, STDERR_FILENO) >= 0) {
      execve(path, words, environment);
    }
    const int failed = errno;
    [[maybe_unused]] const ssize_t written = ::write(report, &failed, sizeof failed);
    _exit(127);
  }
};

Diagnostic not_started(const std::string& command, const std::string& path, int error) {
  struct stat status {};
  std::string code = "process.not-started";
  if (error == ENOENT || error == ENOTDIR) code = "process.unknown";
  // The file is there; what it names in its first line is not.
  if (error == ENOENT && path.find('/') != std::string::npos && is_file(path))
    code = "process.no-interpreter";
  if (error == ENOEXEC) code = "process.no-program";
  if (::stat(command.c_str(), &status) == 0 && S_ISDIR(status.st_mode)) code = "process.folder";
  std::vector<Argument> details = {argument("command", command)};
  if (code == "process.not-started") details.push_back(system_reason(error));
  return {std::move(code), {}, std::move(details), {}};
}

}  // namespace

Result<Started> start(const ProcessRequest& request, Conversation talk) {
  std::vector<std::string> words = request.words;
  const Found found = find_program(words.front());
  if (found.error != 0) return not_started(words.front(), found.path, found.error);
  std::vector<std::string> environment = environment_of(request);
  const std::vector<char*> word_pointers = pointers(words);
  const std::vector<char*> environment_pointers = pointers(environment);
  const bool asked = talk == Conversation::asked;
  Pipe input =
      asked ? make_pipe()
            : Pipe{above_streams(Descriptor(::open("/dev/null", O_RDONLY | O_CLOEXEC))), Descriptor(-1)};
  Pipe output = make_pipe();
  Pipe complaints = asked ? make_pipe() : Pipe{Descriptor(-1), Descriptor(-1)};
  Pipe report = make_pipe();
  if (!input.read.is_open() || !output.write.is_open() || !report.write.is_open() ||
      (asked && !complaints.write.is_open()))
    return not_started(words.front(), found.path, errno);
  const Child child{.input = input.read.number(),
                    .output = output.write.number(),
                    .complaints = asked ? complaints.write.number() : output.write.number(),
                    .report = report.write.number(),
                    .parent = getpid(),
                    .path = found.path.c_str(),
                    .words = const_cast<char**>(word_pointers.data()),
                    .environment = const_cast<char**>(environment_pointers.data())};
  const pid_t id = fork();
  if (id < 0) return not_started(words.front(), found.path, errno);
  if (id == 0) child.become();

  report.write.close();
  int failed = 0;
  ssize_t size = 0;
  do {
    size = ::read(report.read.number(), &failed, sizeof failed);
  } while (size < 0 && errno == EINTR);
  if (size > 0) {
    waitpid(id, nullptr, 0);
    return not_started(words.front(), found.path, failed);
  }
  for (const Descriptor* ours : {&input.write, &output.read, &complaints.read}) never_wait(*ours);
  return Started{id, std::move(input.write), std::move(output.read), std::move(complaints.read)};
}

}  // namespace qkv
