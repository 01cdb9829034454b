// What a subcommand gets and what it gives back.
//
// A subcommand returns what is to be printed, and run_qkv() does it. Only what may be longer than memory goes
// into the sink of the session beforehand.
#pragma once

#include <string>
#include <vector>

#include "qkv/base/result.hpp"
#include "qkv/cli/arguments.hpp"
#include "qkv/cli/sink.hpp"
#include "qkv/system/system.hpp"
#include "qkv/text/catalogue.hpp"

namespace qkv {

// The exit codes; where several apply, the largest counts.
enum class Exit {
  success = 0,   // done, all right
  wrong = 1,     // the answers are wrong
  unusable = 2,  // input or usage that nothing can be done with
  fault = 3,     // a fault of qkv or around it: it cannot write
};

struct Outcome {
  std::string output;  // for standard output, or the file of --output, which is left alone without any
  Exit exit = Exit::success;
  std::vector<Diagnostic> faults;  // for standard error
  std::string hint;                // for standard error, after the faults
};

// Nothing can be done with this input.
Outcome unusable(std::vector<Diagnostic> faults);

struct Session {
  const System& system;
  const Catalogue& catalogue;
  Sink& sink;  // where the output goes
};

using RunCommand = Outcome (*)(const Arguments& arguments, const Session& session);

}  // namespace qkv
