// The answers of a practice as a file that `qkv check` reads.
#pragma once

#include <string>

#include "qkv/cli/command.hpp"
#include "qkv/tutor/practice.hpp"

namespace qkv {

// Whether anything was typed that could stand in it.
bool has_answers(const PracticeSession& session);

// JSON, Markdown or CSV, as the ending of the path says. problem: as the command line has it.
std::string answers_file(const Practice& practice, const std::string& path, const std::string& problem,
                         const Catalogue& catalogue);

}  // namespace qkv
