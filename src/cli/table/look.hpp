// What is typed after the commands that show something: walk, shapes, sheet, explain, list, show, schema,
// help.
#pragma once

#include "options.hpp"
#include "qkv/model/problem.hpp"

namespace qkv::table {

// ---- walk

inline constexpr std::string_view details[] = {"tables", "rows", "cells"};

inline constexpr ArgumentRow walk_arguments[] = {
    {.value = "problem", .text = "problem", .type = ValueType::problem}};
inline constexpr OptionRow walk_options[] = {
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
inline constexpr ExampleRow walk_examples[] = {
    {"qkv walk contract", "walk"},
    {"qkv walk contract-full --query 2 --step weights", "walk-part"},
    {"qkv walk multi-head --head 2 --from scores --to output", "walk-head"},
    {"qkv walk contract --format json", "walk-json"},
};

// ---- shapes

inline constexpr OptionRow size_option(std::string_view name, std::string_view text, int maximum) {
  return {.name = name,
          .type = ValueType::integer,
          .value = "number",
          .text = text,
          .minimum = 1,
          .maximum = maximum};
}
inline constexpr OptionRow shapes_options[] = {
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
inline constexpr ExampleRow shapes_examples[] = {
    {"qkv shapes --batch 2 --tokens 5 --channels 12 --heads 3", "shapes"},
};

// ---- sheet

inline constexpr ArgumentRow sheet_arguments[] = {
    {.value = "problem", .text = "problem", .type = ValueType::problem}};
inline constexpr OptionRow sheet_options[] = {
    {.name = "format", .type = ValueType::choice, .text = "sheet-format", .choices = sheet_formats},
    {.name = "key", .text = "sheet-key"},
    output,
    language,
    help,
};
inline constexpr ExampleRow sheet_examples[] = {
    {"qkv sheet contract -o answers.md", "sheet"},
    {"qkv sheet causal-3 --format csv -o answers.csv", "sheet-csv"},
    {"qkv sheet contract --key", "sheet-key"},
};

// ---- explain

inline constexpr ArgumentRow explain_arguments[] = {
    {.value = "id", .text = "explain-id", .required = false, .several_words = true}};
inline constexpr OptionRow explain_options[] = {document_format, color, ascii, plain, language, help};
inline constexpr ExampleRow explain_examples[] = {
    {"qkv explain", "explain"},
    {"qkv explain scale-missing", "explain-mistake"},
    {"qkv explain scaled", "explain-step"},
    {"qkv explain dot-product", "explain-term"},
};

// ---- list, show, schema, help

inline constexpr std::string_view schemas[] = {
    "problem",   "answers", "trace",     "report",   "class",           "faults", "list",    "lint",
    "session",   "lesson",  "questions", "progress", "progress-report", "quiz",   "request", "answer",
    "reference", "lab",     "verify",    "judge"};

inline constexpr OptionRow list_options[] = {format, color, ascii, plain, language, help};
inline constexpr ExampleRow list_examples[] = {{"qkv list", "list"}};

inline constexpr std::string_view templates[] = {"python", "numpy", "pytorch", "cpp", "javascript", "rust"};

inline constexpr std::string_view a_program[] = {"template", "shim"};
inline constexpr ArgumentRow show_arguments[] = {
    {.value = "name", .text = "name", .type = ValueType::builtin, .instead = a_program}};
inline constexpr OptionRow show_options[] = {
    {.name = "template", .type = ValueType::choice, .text = "show-template", .choices = templates},
    {.name = "shim",
     .type = ValueType::choice,
     .text = "show-shim",
     .choices = templates,
     .excludes = "template"},
    language,
    help,
};
inline constexpr ExampleRow show_examples[] = {
    {"qkv show contract", "show"},
    {"qkv show --template python", "show-template"},
};

inline constexpr ArgumentRow schema_arguments[] = {
    {.value = "format", .text = "schema", .type = ValueType::choice, .choices = schemas}};
inline constexpr ExampleRow schema_examples[] = {{"qkv schema answers", "schema"}};

inline constexpr ArgumentRow help_arguments[] = {
    {.value = "command", .text = "command", .type = ValueType::command, .required = false}};
inline constexpr ExampleRow help_examples[] = {{"qkv help walk", "help-walk"}};

inline constexpr OptionRow common_options[] = {language, help};

}  // namespace qkv::table
