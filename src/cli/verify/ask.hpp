// An implementation behind a command: asked over the line protocol, within limits.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "qkv/cli/command.hpp"
#include "qkv/verify/reply.hpp"

namespace qkv {

struct AskLimits {
  double start_seconds = 60;   // for the first answer of a process: it may have much to load
  double answer_seconds = 10;  // for each other
  double total_seconds = 300;  // for all of them together
  long long memory = 2048LL << 20;
  int processes = 64;
};

class Asker {
 public:
  Asker(std::vector<std::string> words, AskLimits limits, const Session& session)
      : words_(std::move(words)), limits_(limits), session_(session) {}

  // After a trouble the process is ended; the next question starts another one, unless there was nothing but
  // trouble.
  Asked ask(const AttentionRequest& request);

  // Why the command cannot be started at all, once that was tried.
  const std::optional<Diagnostic>& fault() const { return fault_; }
  // Whether there was any reply that could be read.
  bool was_answered() const { return answered_; }
  bool was_interrupted() const { return interrupted_; }
  // Nothing more is asked: how what is still running ended, if not well.
  std::optional<BadEnd> finish();
  // Ends what is still running. What its last process wrote to standard error, as bytes.
  std::string end();

 private:
  Asked asked(const AttentionRequest& request, const std::string& line, double seconds);
  Trouble trouble(Came came, double seconds, const std::string& text);
  Trouble give_up(Trouble trouble);
  std::string words_of(const std::vector<Diagnostic>& faults) const;

  std::vector<std::string> words_;
  AskLimits limits_;
  const Session& session_;
  std::shared_ptr<Process> process_;
  int troubles_ = 0;     // since the last reply
  double begun_ = -1.0;  // seconds on the clock
  bool answered_ = false;
  bool interrupted_ = false;
  std::optional<Diagnostic> fault_;
  std::string complaints_;
};

}  // namespace qkv
