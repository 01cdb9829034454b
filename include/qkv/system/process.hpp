// Other people's programs, run at arm's length: in a session of their own, watched while they run, and ended
// with everything they started, whatever they do about it.
//
// A program is not trusted to answer, to end, to be short, or to stay where it was put. It is not a guard
// against malice: it runs with the rights of whoever runs qkv.
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "qkv/base/result.hpp"

namespace qkv {

struct ProcessRequest {
  std::vector<std::string> words;  // the command, found in PATH, and its arguments; never empty
  std::vector<std::pair<std::string, std::string>> environment = {};  // beside what qkv itself was given
  long long memory = 0;  // bytes that it and all it starts may hold in memory; 0: any
  int processes = 0;     // how many of them there may be; 0: any
};

// Why no line came, or that one did.
enum class Came {
  line,
  end,             // it closed its output, by ending or otherwise
  nothing,         // the time is over
  too_long,        // more bytes than a line may have
  much_memory,     // more than it may use
  many_processes,  // more than it may start
  interruption     // somebody wants qkv itself to end
};

// How a program ended.
struct ProcessEnd {
  enum class Kind {
    exited,  // code: what it returned
    killed,  // code: the signal, unless it was ours
    ended    // it had to be ended
  };
  Kind kind = Kind::ended;
  int code = 0;
};

// A program that is asked things, a line each.
class Process {
 public:
  virtual ~Process() = default;  // as end()
  // Sends the line and waits for one; what came before and was not read counts as the answer. A program that
  // does not read is waited for no longer than one that does not answer. `longest`: bytes of the answer.
  // Where no line came, `answer` is what there is of one.
  virtual Came ask(std::string_view line, double seconds, std::size_t longest, std::string& answer) = 0;
  // What it wrote to standard error: the beginning and the end, as bytes.
  virtual std::string complaints() const = 0;
  // Nothing more is asked: its input ends, and so should it, by itself and within that time. Then as end().
  // What it still prints is passed over.
  virtual ProcessEnd finish(double seconds) = 0;
  // Ends it and all that it started; what was still to come is lost. May be called again.
  virtual ProcessEnd end() = 0;
};

// Fault: process.unknown (there is no such command), process.folder, process.no-program (neither a program
// nor a script with #!), process.no-interpreter (what its #! names is not there), process.not-started.
Result<std::shared_ptr<Process>> start_process(const ProcessRequest& request);

// A program that is run to its end, with nothing to read.
struct ProcessRun {
  ProcessEnd end;
  Came came = Came::end;  // `end`, or what made us end it
  std::string output;     // standard output and standard error, the last of it, as bytes
};
Result<ProcessRun> run_process(const ProcessRequest& request, double seconds);

}  // namespace qkv
