#include "process_tree.hpp"

#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <dirent.h>
#include <fcntl.h>
#include <map>
#include <memory>
#include <string>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "descriptor.hpp"

namespace qkv {
namespace {

constexpr int most_rounds = 500;  // of ending, 10 ms each

void wait_10_ms() {
  const timespec pause{0, 10'000'000};
  nanosleep(&pause, nullptr);
}

// /proc/<id>/stat on one line: id (name) state parent … the 24th field is the pages in memory. A name may
// hold anything, brackets and blanks too.
struct Stat {
  pid_t parent = 0;
  long long pages = 0;
  bool ended = false;
};
bool read_stat(const char* id, Stat& stat) {
  const Descriptor file(::open((std::string("/proc/") + id + "/stat").c_str(), O_RDONLY | O_CLOEXEC));
  if (!file.is_open()) return false;
  char text[1024];
  const ssize_t size = ::read(file.number(), text, sizeof text - 1);
  if (size <= 0) return false;
  text[size] = '\0';
  const char* at = std::strrchr(text, ')');
  if (at == nullptr) return false;
  at += 2;
  stat.ended = *at == 'Z' || *at == 'X';
  char* end = nullptr;
  stat.parent = static_cast<pid_t>(std::strtol(at + 1, &end, 10));
  for (int field = 5; field <= 24; ++field) {
    stat.pages = std::strtoll(end, &end, 10);
  }
  return true;
}

template <typename Each>
void for_each_process(Each each) {
  const std::unique_ptr<DIR, int (*)(DIR*)> folder(opendir("/proc"), closedir);
  if (!folder) return;
  while (const dirent* entry = readdir(folder.get())) {
    const char* name = entry->d_name;
    if (*name < '1' || *name > '9') continue;
    Stat stat;
    if (read_stat(name, stat)) each(static_cast<pid_t>(std::atol(name)), stat);
  }
}

}  // namespace

ProcessTree::ProcessTree() {
  prctl(PR_SET_CHILD_SUBREAPER, 1);
  for_each_process([&](pid_t id, const Stat& stat) {
    if (stat.parent == getpid()) bystanders_.insert(id);
  });
}

std::vector<ProcessTree::Member> ProcessTree::members() const {
  std::map<pid_t, std::vector<Member>> children;
  const long long page = sysconf(_SC_PAGESIZE);
  for_each_process([&](pid_t id, const Stat& stat) {
    children[stat.parent].push_back({id, stat.parent, stat.pages * page, stat.ended});
  });
  std::vector<Member> found;
  for (const Member& child : children[getpid()]) {
    if (!bystanders_.contains(child.id)) found.push_back(child);
  }
  // Breadth first; what is appended is looked at in its turn.
  for (std::size_t i = 0; i < found.size(); ++i) {
    const std::vector<Member> next = children[found[i].id];
    found.insert(found.end(), next.begin(), next.end());
  }
  return found;
}

ProcessTree::Load ProcessTree::load(pid_t first) const {
  Load load;
  for (const Member& member : members()) {
    if (member.ended) {
      // What was left behind and has ended is ours to bury, lest many of them fill the table of processes.
      if (member.parent == getpid() && member.id != first) waitpid(member.id, nullptr, WNOHANG);
      continue;
    }
    ++load.processes;
    load.memory += member.memory;
  }
  return load;
}

void ProcessTree::end(pid_t first) const {
  for (int round = 0; round < most_rounds; ++round) {
    const std::vector<Member> all = members();
    int alive = 0;
    // Stopped ones start no more while the others are ended.
    for (const Member& member : all) {
      if (!member.ended) kill(member.id, SIGSTOP);
    }
    for (const Member& member : all) {
      if (member.ended && member.parent == getpid() && member.id != first) {
        waitpid(member.id, nullptr, WNOHANG);
      } else if (!member.ended) {
        kill(member.id, SIGKILL);
      }
      if (!(member.ended && member.id == first)) ++alive;
    }
    if (alive == 0) return;
    wait_10_ms();
  }
}

}  // namespace qkv
