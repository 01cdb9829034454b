// All that a program started, wherever it went: found in /proc below this process, which adopts what a
// program leaves behind (PR_SET_CHILD_SUBREAPER of Linux).
#pragma once

#include <set>
#include <sys/types.h>
#include <vector>

namespace qkv {

class ProcessTree {
 public:
  // Before the program is started: children that are there already are none of its business.
  ProcessTree();

  struct Load {
    int processes = 0;
    long long memory = 0;  // bytes in memory, shared ones counted for each
  };
  // `first` is waited for by whoever started it.
  Load load(pid_t first) const;

  // Ends all of them and waits until they are gone; `first` is left to be waited for. Gives up
  // after some seconds on what cannot be ended.
  void end(pid_t first) const;

 private:
  struct Member {
    pid_t id;
    pid_t parent;
    long long memory;
    bool ended;  // and not waited for
  };
  std::vector<Member> members() const;

  std::set<pid_t> bystanders_;
};

}  // namespace qkv
