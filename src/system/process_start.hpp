// A program being started: its pipes, its session, and whether it could be.
#pragma once

#include <string>
#include <sys/types.h>

#include "descriptor.hpp"
#include "qkv/base/result.hpp"
#include "qkv/system/process.hpp"

namespace qkv {

struct Started {
  pid_t id = -1;
  Descriptor input;       // what it reads; closed where it has nothing to read
  Descriptor output;      // what it prints
  Descriptor complaints;  // what it writes to standard error; closed where that goes to `output`
};

enum class Conversation {
  asked,    // it reads from us; standard error is kept apart
  listened  // it has nothing to read; both streams in one
};

// Ours do not block. Faults: see start_process().
Result<Started> start(const ProcessRequest& request, Conversation talk);

}  // namespace qkv
