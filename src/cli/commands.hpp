// The subcommands, one file each.
#pragma once

#include "qkv/cli/command.hpp"

namespace qkv {

Outcome run_walk(const Arguments& arguments, const Session& session);
Outcome run_shapes(const Arguments& arguments, const Session& session);
Outcome run_practice(const Arguments& arguments, const Session& session);
Outcome run_check(const Arguments& arguments, const Session& session);
Outcome run_grade(const Arguments& arguments, const Session& session);
Outcome run_sheet(const Arguments& arguments, const Session& session);
Outcome run_generate(const Arguments& arguments, const Session& session);
bool fills_folder(const Arguments& arguments);  // what --output names is a folder
Outcome run_lint(const Arguments& arguments, const Session& session);
Outcome run_lab(const Arguments& arguments, const Session& session);
Outcome run_learn(const Arguments& arguments, const Session& session);
Outcome run_quiz(const Arguments& arguments, const Session& session);
Outcome run_progress(const Arguments& arguments, const Session& session);
Outcome run_explain(const Arguments& arguments, const Session& session);
Outcome run_judge(const Arguments& arguments, const Session& session);
Outcome run_reference(const Arguments& arguments, const Session& session);
Outcome run_list(const Arguments& arguments, const Session& session);
Outcome run_show(const Arguments& arguments, const Session& session);
Outcome run_schema(const Arguments& arguments, const Session& session);
Outcome run_help(const Arguments& arguments, const Session& session);

}  // namespace qkv
