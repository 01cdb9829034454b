// PROBLEM on the command line: a built-in name, a file, or "-".
#pragma once

#include <string>
#include <vector>

#include "qkv/base/result.hpp"
#include "qkv/cli/command.hpp"
#include "qkv/model/problem.hpp"

namespace qkv {

// A built-in name wins over a file of the same name, which is then written ./NAME. Otherwise a name with a
// slash or the ending .json is a file, and so is any other that exists. Fault: problem.unknown, with the
// nearest built-in name; or what reading and validating find.
Result<Problem> load_problem(const std::string& name, const Session& session);

// The names of the built-in problems, sorted.
std::vector<std::string> builtin_problems();
// The file of one, or of an example that belongs to a known mistake and is not listed; if there is one.
std::optional<std::string_view> builtin_problem(std::string_view name);

// The fault problem.unknown.
Diagnostic unknown_problem(const std::string& name);

// A file or, for "-", the standard input.
Result<std::string> load_text(const std::string& path, const Session& session);
// What messages call it.
std::string shown_name(const std::string& path, const Session& session);

}  // namespace qkv
