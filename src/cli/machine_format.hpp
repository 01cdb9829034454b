// The results that are wanted for a program, whatever becomes of the command line.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "qkv/cli/command.hpp"
#include "qkv/format/formats.hpp"

namespace qkv {

// The format for programs that --format asks for, in the words of the user; empty: none. It is looked up in
// the words, since a command line that cannot be parsed is answered in it as well.
std::string_view wanted_machine_format(const std::vector<std::string>& words);

// What the formats have to know beside the results: times and names from the options, the classroom from the
// environment.
Setting format_setting(const Arguments& arguments, const Session& session);

// Why something could not be graded, in words.
GradingFailure failure_of(const Diagnostic& fault, const Session& session);

// A machine format stays well-formed on failure: what is printed in place of a result.
// `words`: of the command line, which may be what is wrong.
std::string failure_output(std::string_view format, const std::vector<Diagnostic>& faults,
                           const std::vector<std::string>& words, const Session& session);

}  // namespace qkv
