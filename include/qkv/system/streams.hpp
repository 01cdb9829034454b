// Writing to an open descriptor until all is out.
#pragma once

#include <optional>
#include <string_view>

#include "qkv/base/result.hpp"

namespace qkv {

struct Written {
  enum class Outcome {
    done,
    closed,  // whoever read the pipe has gone: no reason to complain
    failed   // `fault` says why: a full disk, a closed descriptor
  };
  Outcome outcome = Outcome::done;
  std::optional<Diagnostic> fault;
};

// Writes all of it, through interruptions and short writes, also to a descriptor that does not block. A
// closed pipe is only noticed when SIGPIPE is ignored. Fault: output.failed.
Written write_all(int descriptor, std::string_view text);

}  // namespace qkv
