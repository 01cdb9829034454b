#include "qkv/cli/command_table.hpp"

#include <algorithm>
#include <array>

#include "commands.hpp"
#include "qkv/generate/topics.hpp"
#include "qkv/grade/feedback.hpp"
#include "qkv/model/problem.hpp"
#include "qkv/tutor/session.hpp"

namespace qkv {
namespace {

constexpr std::string_view languages[] = {"zh", "en"};
constexpr std::string_view formats[] = {"text", "json"};
constexpr std::string_view check_formats[] = {"text",       "markdown",    "json",   "junit", "tap",
                                              "gradescope", "classroom50", "github", "csv"};
constexpr std::string_view formats_with_time[] = {"junit", "classroom50"};
constexpr std::string_view formats_with_host[] = {"junit"};
constexpr std::string_view walk_formats[] = {"text", "markdown", "json"};
constexpr std::string_view document_formats[] = {"text", "markdown"};
constexpr std::string_view sheet_formats[] = {"markdown", "csv", "json"};
constexpr std::string_view details[] = {"tables", "rows", "cells"};
constexpr std::string_view when_to_colour[] = {"auto", "always", "never"};
constexpr std::string_view schemas[] = {
    "problem", "answers", "trace",  "report",    "class",    "faults",          "list",
    "lint",    "session", "lesson", "questions", "progress", "progress-report", "quiz"};

// ---- options that several commands have
// --------------------------------------------------------------------

constexpr OptionRow format = {
    .name = "format", .type = ValueType::choice, .text = "format", .choices = formats};
constexpr OptionRow walk_format = {
    .name = "format", .type = ValueType::choice, .text = "walk-format", .choices = walk_formats};
constexpr OptionRow document_format = {
    .name = "format", .type = ValueType::choice, .text = "document-format", .choices = document_formats};
constexpr OptionRow check_format = {.name = "format",
                                    .type = ValueType::choice,
                                    .value = "format",
                                    .text = "check-format",
                                    .choices = check_formats};
constexpr OptionRow output = {.name = "output",
                              .short_name = 'o',
                              .type = ValueType::file,
                              .value = "file",
                              .text = "output",
                              .group = OptionGroup::output};
constexpr OptionRow color = {.name = "color",
                             .type = ValueType::choice,
                             .text = "color",
                             .group = OptionGroup::output,
                             .choices = when_to_colour,
                             .text_only = true,
                             .drawing = true};
constexpr OptionRow ascii = {
    .name = "ascii", .text = "ascii", .group = OptionGroup::output, .text_only = true, .drawing = true};
constexpr OptionRow plain = {
    .name = "plain", .text = "plain", .group = OptionGroup::output, .text_only = true, .drawing = true};
constexpr OptionRow language = {.name = "lang",
                                .type = ValueType::choice,
                                .text = "lang",
                                .group = OptionGroup::common,
                                .choices = languages};
constexpr OptionRow help = {.name = "help", .short_name = 'h', .text = "help", .group = OptionGroup::common};

// ---- qkv itself
// --------------------------------------------------------------------------------------------

constexpr OptionRow own_options[] = {
    language,
    help,
    {.name = "version", .text = "version", .group = OptionGroup::common},
};
constexpr ExampleRow own_examples[] = {
    {"qkv walk contract", "walk"},
    {"qkv help check", "help"},
};

// ---- walk
// --------------------------------------------------------------------------------------------------

constexpr ArgumentRow walk_arguments[] = {
    {.value = "problem", .text = "problem", .type = ValueType::problem}};
constexpr OptionRow walk_options[] = {
    {.name = "query",
     .type = ValueType::text,
     .value = "query",
     .text = "query",
     .repeatable = true,
     .text_only = true},
    {.name = "step",
     .type = ValueType::step,
     .value = "step",
     .text = "step",
     .repeatable = true,
     .text_only = true},
    {.name = "from",
     .type = ValueType::step,
     .value = "step",
     .text = "from",
     .text_only = true,
     .excludes = "step"},
    {.name = "to",
     .type = ValueType::step,
     .value = "step",
     .text = "to",
     .text_only = true,
     .excludes = "step"},
    {.name = "head",
     .type = ValueType::integer,
     .value = "number",
     .text = "head",
     .minimum = 1,
     .maximum = Limits::heads,
     .repeatable = true,
     .text_only = true},
    {.name = "batch",
     .type = ValueType::integer,
     .value = "number",
     .text = "batch",
     .minimum = 1,
     .maximum = Limits::batch,
     .repeatable = true,
     .text_only = true},
    {.name = "detail", .type = ValueType::choice, .text = "detail", .choices = details, .text_only = true},
    {.name = "decimals",
     .type = ValueType::integer,
     .value = "decimals",
     .text = "decimals",
     .minimum = 0,
     .maximum = Limits::max_decimals,
     .text_only = true,
     .excludes = "exact"},
    {.name = "exact", .text = "exact"},
    walk_format,
    color,
    ascii,
    plain,
    language,
    help,
};
constexpr ExampleRow walk_examples[] = {
    {"qkv walk contract", "walk"},
    {"qkv walk contract-full --query 2 --step weights", "walk-part"},
    {"qkv walk multi-head --head 2 --from scores --to output", "walk-head"},
    {"qkv walk contract --format json", "walk-json"},
};

// ---- shapes
// -------------------------------------------------------------------------------------------------

constexpr OptionRow size_option(std::string_view name, std::string_view text, int maximum) {
  return {.name = name,
          .type = ValueType::integer,
          .value = "number",
          .text = text,
          .minimum = 1,
          .maximum = maximum};
}
constexpr OptionRow shapes_options[] = {
    size_option("batch", "shapes-batch", 1'000'000),
    size_option("tokens", "shapes-tokens", 1'000'000),
    size_option("keys", "shapes-keys", 1'000'000),
    size_option("channels", "shapes-channels", 1'000'000),
    size_option("heads", "shapes-heads", 10'000),
    size_option("kv-heads", "shapes-kv-heads", 10'000),
    size_option("d-k", "shapes-d-k", 100'000),
    size_option("d-v", "shapes-d-v", 100'000),
    document_format,
    color,
    ascii,
    plain,
    language,
    help,
};
constexpr ExampleRow shapes_examples[] = {
    {"qkv shapes --batch 2 --tokens 5 --channels 12 --heads 3", "shapes"},
};

// ---- check
// -------------------------------------------------------------------------------------------------

constexpr ArgumentRow check_arguments[] = {
    {.value = "problem", .text = "problem", .type = ValueType::problem},
    {.value = "answers", .text = "answers", .type = ValueType::file, .required = false},
};
constexpr OptionRow feedback = {
    .name = "feedback", .type = ValueType::choice, .text = "feedback", .choices = feedback_names};
constexpr OptionRow asked_decimals = {.name = "decimals",
                                      .type = ValueType::integer,
                                      .value = "number",
                                      .text = "check-decimals",
                                      .minimum = 0,
                                      .maximum = Limits::max_decimals};
constexpr OptionRow decimal_comma = {.name = "decimal-comma", .text = "decimal-comma"};
constexpr OptionRow pass_mark = {.name = "pass-mark",
                                 .type = ValueType::integer,
                                 .value = "number",
                                 .text = "pass-mark",
                                 .minimum = 0,
                                 .maximum = 100};
constexpr OptionRow exit_zero = {.name = "exit-zero", .text = "exit-zero"};
constexpr OptionRow timestamp = {.name = "timestamp",
                                 .type = ValueType::time,
                                 .value = "time",
                                 .text = "timestamp",
                                 .formats = formats_with_time};
constexpr OptionRow hostname = {.name = "hostname",
                                .type = ValueType::text,
                                .value = "host",
                                .text = "hostname",
                                .formats = formats_with_host};

constexpr OptionRow check_options[] = {feedback,     asked_decimals, decimal_comma, pass_mark, exit_zero,
                                       check_format, timestamp,      hostname,      output,    color,
                                       ascii,        plain,          language,      help};
constexpr ExampleRow check_examples[] = {
    {"qkv check contract answers.md", "check"},
    {"qkv check contract my-answers.json --feedback where", "check-where"},
    {"qkv check contract my-answers.json --pass-mark 60", "check-pass-mark"},
    {"qkv check contract - --format json", "check-json"},
    {"qkv check contract my-answers.json --format junit -o report.xml", "check-junit"},
    {"qkv check contract my-answers.json --format github", "check-github"},
    {"qkv check contract my-answers.json --format gradescope -o results.json --exit-zero",
     "check-gradescope"},
};

// ---- practice
// ----------------------------------------------------------------------------------------------

constexpr ArgumentRow practice_arguments[] = {
    {.value = "problem", .text = "practice-problem", .type = ValueType::problem, .required = false}};
// Of a command that has no other format.
constexpr OptionRow without_format(OptionRow option) {
  option.text_only = option.drawing = false;
  return option;
}
constexpr OptionRow practice_options[] = {
    {.name = "by", .type = ValueType::choice, .text = "practice-by", .choices = practice_by_names},
    {.name = "session", .type = ValueType::file, .value = "file", .text = "practice-session"},
    {.name = "new", .text = "practice-new"},
    decimal_comma,
    {.name = "output",
     .short_name = 'o',
     .type = ValueType::file,
     .value = "file",
     .text = "practice-output",
     .group = OptionGroup::output},
    without_format(color),
    without_format(ascii),
    without_format(plain),
    language,
    help,
};
constexpr ExampleRow practice_examples[] = {
    {"qkv practice contract", "practice"},
    {"qkv practice", "practice-again"},
    {"qkv practice contract --by cell --lang zh", "practice-by"},
    {"qkv practice contract -o my-answers.json", "practice-output"},
    {"qkv practice contract --session my-practice.json", "practice-session"},
};

// ---- learn, quiz, progress
// ---------------------------------------------------------------------------------

constexpr ArgumentRow learn_arguments[] = {{.value = "lesson", .text = "lesson", .required = false}};
constexpr OptionRow learn_options[] = {{.name = "restart", .text = "learn-restart"},
                                       without_format(color),
                                       without_format(ascii),
                                       without_format(plain),
                                       language,
                                       help};
constexpr ExampleRow learn_examples[] = {{"qkv learn", "learn"}, {"qkv learn average", "learn-lesson"}};

constexpr std::string_view quiz_topics[] = {"start",    "average",  "qkv",     "shapes", "by-hand",
                                            "scale",    "causal",   "padding", "heads",  "code",
                                            "evidence", "mistakes", "limits"};
constexpr ArgumentRow quiz_arguments[] = {{.value = "topic",
                                           .text = "quiz-topic",
                                           .type = ValueType::choice,
                                           .choices = quiz_topics,
                                           .required = false,
                                           .instead = "topic"}};
constexpr OptionRow quiz_options[] = {
    {.name = "topic",
     .type = ValueType::choice,
     .value = "topic",
     .text = "quiz-topic",
     .choices = quiz_topics},
    {.name = "count",
     .type = ValueType::integer,
     .value = "number",
     .text = "quiz-count",
     .minimum = 1,
     .maximum = 1000},
    {.name = "seed", .type = ValueType::seed, .value = "number", .text = "quiz-seed"},
    format,
    color,
    ascii,
    plain,
    language,
    help,
};
constexpr ExampleRow quiz_examples[] = {
    {"qkv quiz", "quiz"},
    {"qkv quiz causal --count 5", "quiz-topic"},
    {"qkv quiz --topic shapes --seed 7 --lang zh", "quiz-seed"},
    {"qkv quiz --count 1 --seed 1 --format json", "quiz-json"},
};

constexpr OptionRow progress_options[] = {
    {.name = "reset", .text = "progress-reset"},
    {.name = "yes", .text = "progress-yes"},
    format,
    color,
    ascii,
    plain,
    language,
    help,
};
constexpr ExampleRow progress_examples[] = {
    {"qkv progress", "progress"},
    {"qkv progress --format json", "progress-json"},
    {"qkv progress --reset", "progress-reset"},
};

// ---- grade
// -------------------------------------------------------------------------------------------------

constexpr ArgumentRow grade_arguments[] = {
    {.value = "problem", .text = "problem", .type = ValueType::problem, .instead = "each"},
    {.value = "answers",
     .text = "many-answers",
     .type = ValueType::file,
     .several_words = true,
     .instead = "each"},
};
constexpr OptionRow grade_options[] = {
    {.name = "each", .type = ValueType::file, .value = "manifest", .text = "each"},
    {.name = "gradebook", .type = ValueType::file, .value = "file", .text = "gradebook"},
    {.name = "summary", .type = ValueType::file, .value = "file", .text = "summary"},
    {.name = "details", .text = "details", .text_only = true},
    {.name = "jobs",
     .type = ValueType::integer,
     .value = "number",
     .text = "jobs",
     .minimum = 1,
     .maximum = 1024},
    feedback,
    asked_decimals,
    decimal_comma,
    pass_mark,
    {.name = "exit-zero", .text = "grade-exit-zero"},
    {.name = "format",
     .type = ValueType::choice,
     .value = "format",
     .text = "grade-format",
     .choices = check_formats},
    timestamp,
    hostname,
    output,
    color,
    ascii,
    plain,
    language,
    help,
};
constexpr ExampleRow grade_examples[] = {
    {"qkv grade telling submissions/", "grade"},
    {"qkv grade telling submissions/ --gradebook points.csv --summary summary.md", "grade-gradebook"},
    {"qkv grade telling class.jsonl --format csv -o results.csv", "grade-csv"},
    {"qkv grade telling - --format json < class.jsonl", "grade-lines"},
    {"qkv grade --each manifest.csv --pass-mark 60", "grade-each"},
};

// ---- sheet
// -------------------------------------------------------------------------------------------------

constexpr ArgumentRow sheet_arguments[] = {
    {.value = "problem", .text = "problem", .type = ValueType::problem}};
constexpr OptionRow sheet_options[] = {
    {.name = "format", .type = ValueType::choice, .text = "sheet-format", .choices = sheet_formats},
    {.name = "key", .text = "sheet-key"},
    output,
    language,
    help,
};
constexpr ExampleRow sheet_examples[] = {
    {"qkv sheet contract -o answers.md", "sheet"},
    {"qkv sheet causal-3 --format csv -o answers.csv", "sheet-csv"},
    {"qkv sheet contract --key", "sheet-key"},
};

// ---- lint
// --------------------------------------------------------------------------------------------------

constexpr ArgumentRow lint_arguments[] = {{.value = "problem",
                                           .text = "lint-problems",
                                           .type = ValueType::problem,
                                           .several_words = true,
                                           .instead = "content"}};
constexpr OptionRow lint_options[] = {
    {.name = "strict", .text = "strict", .excludes = "content"},
    {.name = "content", .type = ValueType::file, .value = "folder", .text = "lint-content"},
    walk_format,
    output,
    color,
    ascii,
    plain,
    language,
    help};
constexpr ExampleRow lint_examples[] = {
    {"qkv lint contract", "lint"},
    {"qkv lint contract causal-3 --strict", "lint-strict"},
    {"qkv lint contract-full --format json -o lint.json", "lint-json"},
    {"qkv lint --content data", "lint-content"},
};

// ---- explain
// -----------------------------------------------------------------------------------------------

constexpr ArgumentRow explain_arguments[] = {
    {.value = "id", .text = "explain-id", .required = false, .several_words = true}};
constexpr OptionRow explain_options[] = {document_format, color, ascii, plain, language, help};
constexpr ExampleRow explain_examples[] = {
    {"qkv explain", "explain"},
    {"qkv explain scale-missing", "explain-mistake"},
    {"qkv explain scaled", "explain-step"},
    {"qkv explain dot-product", "explain-term"},
};

// ---- generate
// -----------------------------------------------------------------------------------------------

constexpr std::string_view exercise_topics[] = {"dot-products", "scaling", "softmax",        "single-head",
                                                "causal",       "padding", "padding-causal", "multi-head",
                                                "projections",  "cross",   "grouped",        "full"};
constexpr OptionRow number_option(std::string_view name, std::string_view text, int minimum, int maximum) {
  return {.name = name,
          .type = ValueType::integer,
          .value = "number",
          .text = text,
          .minimum = minimum,
          .maximum = maximum};
}
constexpr OptionRow generate_options[] = {
    {.name = "topic",
     .type = ValueType::choice,
     .value = "topic",
     .text = "generate-topic",
     .choices = exercise_topics},
    number_option("level", "generate-level", 1, highest_level),
    number_option("tokens", "generate-tokens", 2, 8),
    number_option("d-k", "generate-d-k", 1, 8),
    number_option("d-v", "generate-d-v", 1, 8),
    number_option("heads", "generate-heads", 2, 8),
    number_option("decimals", "generate-decimals", 1, 6),
    {.name = "tokens-from", .type = ValueType::file, .value = "sentences", .text = "generate-tokens-from"},
    {.name = "seed", .type = ValueType::seed, .value = "number", .text = "generate-seed"},
    {.name = "roster", .type = ValueType::file, .value = "roster", .text = "generate-roster"},
    {.name = "count",
     .type = ValueType::integer,
     .value = "number",
     .text = "generate-count",
     .minimum = 1,
     .maximum = 10'000,
     .excludes = "roster"},
    number_option("fade", "generate-fade", 1, 16),
    {.name = "ask",
     .type = ValueType::step,
     .value = "step",
     .text = "generate-ask",
     .repeatable = true,
     .excludes = "fade"},
    {.name = "sheet", .type = ValueType::choice, .text = "generate-sheet", .choices = sheet_formats},
    {.name = "output",
     .short_name = 'o',
     .type = ValueType::file,
     .value = "file-or-folder",
     .text = "generate-output",
     .group = OptionGroup::output},
    language,
    help,
};
constexpr ExampleRow generate_examples[] = {
    {"qkv generate --topic causal --level 3 --seed 42 -o exercise.json", "generate"},
    {"qkv generate --topic causal --roster roster.csv --seed 42 -o class", "generate-class"},
    {"qkv generate --topic single-head --level 1 --count 30 -o class", "generate-count"},
    {"qkv generate --topic causal --fade 2 --tokens-from medical-en", "generate-fade"},
};

// ---- list, show, schema, help
// ------------------------------------------------------------------------------

constexpr OptionRow list_options[] = {format, color, ascii, plain, language, help};
constexpr ExampleRow list_examples[] = {{"qkv list", "list"}};

constexpr ArgumentRow show_arguments[] = {{.value = "name", .text = "name", .type = ValueType::builtin}};
constexpr ExampleRow show_examples[] = {{"qkv show contract", "show"}};

constexpr ArgumentRow schema_arguments[] = {
    {.value = "format", .text = "schema", .type = ValueType::choice, .choices = schemas}};
constexpr ExampleRow schema_examples[] = {{"qkv schema answers", "schema"}};

constexpr ArgumentRow help_arguments[] = {
    {.value = "command", .text = "command", .type = ValueType::command, .required = false}};
constexpr ExampleRow help_examples[] = {{"qkv help walk", "help-walk"}};

constexpr OptionRow common_options[] = {language, help};

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
    {"explain", explain_arguments, explain_options, explain_examples, run_explain},
    {"list", {}, list_options, list_examples, run_list},
    {"show", show_arguments, common_options, show_examples, run_show},
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
