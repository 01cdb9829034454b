// From the words of a command line to a checked request.
#pragma once

#include <string>
#include <vector>

#include "qkv/base/result.hpp"
#include "qkv/cli/arguments.hpp"
#include "qkv/cli/command_table.hpp"

namespace qkv {

struct Request {
  const CommandRow* command = nullptr;  // null: qkv itself
  Arguments arguments;
  bool help = false;
  bool version = false;  // only of qkv itself
};

// The command line without the program's name. Every fault is reported at once, as usage.<what>.
//
// The command is the first word that is neither an option nor an option's value, so that options may stand
// before it. "--" ends the options. "-" and negative numbers are values. A value may follow its option as the
// next word or after "=". An option that is not repeatable may be given once.
// With --help nothing else has to be right.
Result<Request> parse_command_line(const std::vector<std::string>& words);

// The command that the words name, rightly or wrongly spelt or not; for messages. Null: none.
const CommandRow* command_of(const std::vector<std::string>& words);

}  // namespace qkv
