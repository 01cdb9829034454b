// ANSWERS on the command line: a file or "-", in any of the formats that answers come in.
#pragma once

#include <string>

#include "qkv/base/result.hpp"
#include "qkv/cli/command.hpp"
#include "qkv/grade/answers.hpp"

namespace qkv {

// JSON, Markdown or CSV: by the ending of the name (.json, .md, .markdown, .csv, in any letter case), else by
// what the text looks like.
Result<Answers> load_answers(const std::string& path, const Session& session);

// ASCII letters alone: for the endings of names.
std::string in_lower_case(std::string text);

}  // namespace qkv
