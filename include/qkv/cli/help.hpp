// The texts of --help, made from the command table.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "qkv/cli/command_table.hpp"
#include "qkv/text/catalogue.hpp"

namespace qkv {

// Descriptions are wrapped at `width` columns; without one every description is a single line.
std::string program_help(const Catalogue& catalogue, std::optional<int> width);
std::string command_help(const CommandRow& command, const Catalogue& catalogue, std::optional<int> width);

// The same as a result to print, wrapped for the terminal if there is one; null: the help of qkv itself.
Outcome help_outcome(const CommandRow* command, const Session& session);

// "Usage: qkv walk PROBLEM [OPTIONS]", one line; null: of qkv itself.
std::string usage_line(const CommandRow* command, const Catalogue& catalogue);

// What was wrong with the words of a command line, how they are used, and where to read more.
Outcome misuse(const CommandRow* command, const std::vector<Diagnostic>& faults, const Session& session);

// "--format text|json": an option as in help and messages.
std::string option_synopsis(const OptionRow& option, const Catalogue& catalogue);

}  // namespace qkv
