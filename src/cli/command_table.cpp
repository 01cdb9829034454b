#include "qkv/cli/command_table.hpp"

#include <algorithm>

#include "commands.hpp"
#include "table/grade.hpp"
#include "table/lab.hpp"
#include "table/look.hpp"
#include "table/options.hpp"
#include "table/teach.hpp"
#include "table/tutor.hpp"
#include "table/verify.hpp"

namespace qkv {
namespace {

using namespace table;

constexpr OptionRow own_options[] = {
    language,
    help,
    {.name = "version", .text = "version", .group = OptionGroup::common},
};
constexpr ExampleRow own_examples[] = {
    {"qkv walk contract", "walk"},
    {"qkv help check", "help"},
};

// THE table: what each command is called with stands in table/.
constexpr CommandRow rows[] = {
    {"walk", walk_arguments, walk_options, walk_examples, run_walk},
    {"shapes", {}, shapes_options, shapes_examples, run_shapes},
    {"sheet", sheet_arguments, sheet_options, sheet_examples, run_sheet},
    {"learn", learn_arguments, learn_options, learn_examples, run_learn},
    {"practice", practice_arguments, practice_options, practice_examples, run_practice},
    {"quiz", quiz_arguments, quiz_options, quiz_examples, run_quiz},
    {"progress", {}, progress_options, progress_examples, run_progress},
    {"check", check_arguments, check_options, check_examples, run_check},
    {"grade", grade_arguments, grade_options, grade_examples, run_grade},
    {"generate", {}, generate_options, generate_examples, run_generate, fills_folder},
    {"lint", lint_arguments, lint_options, lint_examples, run_lint},
    {"lab", lab_arguments, lab_options, lab_examples, run_lab},
    {"explain", explain_arguments, explain_options, explain_examples, run_explain},
    {"judge", judge_arguments, judge_options, judge_examples, run_judge},
    {"reference", {}, reference_options, reference_examples, run_reference},
    {"list", {}, list_options, list_examples, run_list},
    {"show", show_arguments, show_options, show_examples, run_show},
    {"schema", schema_arguments, common_options, schema_examples, run_schema},
    {"help", help_arguments, common_options, help_examples, run_help},
};

}  // namespace

std::span<const CommandRow> command_table() {
  return rows;
}
std::span<const OptionRow> program_options() {
  return own_options;
}
std::span<const ExampleRow> program_examples() {
  return own_examples;
}

const CommandRow* find_command(std::string_view name) {
  const auto found = std::ranges::find(rows, name, &CommandRow::name);
  return found == std::end(rows) ? nullptr : found;
}

const OptionRow* find_option(std::span<const OptionRow> options, std::string_view name) {
  const auto found = std::ranges::find(options, name, &OptionRow::name);
  return found == options.end() ? nullptr : &*found;
}

}  // namespace qkv
