#include "commands.hpp"
#include "qkv/cli/command_table.hpp"
#include "qkv/cli/help.hpp"

namespace qkv {

Outcome run_help(const Arguments& arguments, const Session& session) {
  const bool of_a_command = !arguments.positionals.empty();
  return help_outcome(of_a_command ? find_command(arguments.positionals.front()) : nullptr, session);
}

}  // namespace qkv
