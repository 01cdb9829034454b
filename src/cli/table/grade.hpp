// What is typed after the commands that grade: check, grade.
#pragma once

#include "options.hpp"
#include "qkv/grade/feedback.hpp"
#include "qkv/model/problem.hpp"

namespace qkv::table {

// ---- check

inline constexpr ArgumentRow check_arguments[] = {
    {.value = "problem", .text = "problem", .type = ValueType::problem},
    {.value = "answers", .text = "answers", .type = ValueType::file, .required = false},
};
inline constexpr OptionRow feedback = {
    .name = "feedback", .type = ValueType::choice, .text = "feedback", .choices = feedback_names};
inline constexpr OptionRow asked_decimals = {.name = "decimals",
                                             .type = ValueType::integer,
                                             .value = "number",
                                             .text = "check-decimals",
                                             .minimum = 0,
                                             .maximum = Limits::max_decimals};
inline constexpr OptionRow decimal_comma = {.name = "decimal-comma", .text = "decimal-comma"};
inline constexpr OptionRow pass_mark = {.name = "pass-mark",
                                        .type = ValueType::integer,
                                        .value = "number",
                                        .text = "pass-mark",
                                        .minimum = 0,
                                        .maximum = 100};
inline constexpr OptionRow exit_zero = {.name = "exit-zero", .text = "exit-zero"};
inline constexpr OptionRow timestamp = {.name = "timestamp",
                                        .type = ValueType::time,
                                        .value = "time",
                                        .text = "timestamp",
                                        .formats = formats_with_time};
inline constexpr OptionRow hostname = {.name = "hostname",
                                       .type = ValueType::text,
                                       .value = "host",
                                       .text = "hostname",
                                       .formats = formats_with_host};

inline constexpr OptionRow check_options[] = {
    feedback, asked_decimals, decimal_comma, pass_mark, exit_zero, check_format, timestamp,
    hostname, output,         color,         ascii,     plain,     language,     help};
inline constexpr ExampleRow check_examples[] = {
    {"qkv check contract answers.md", "check"},
    {"qkv check contract my-answers.json --feedback where", "check-where"},
    {"qkv check contract my-answers.json --pass-mark 60", "check-pass-mark"},
    {"qkv check contract - --format json", "check-json"},
    {"qkv check contract my-answers.json --format junit -o report.xml", "check-junit"},
    {"qkv check contract my-answers.json --format github", "check-github"},
    {"qkv check contract my-answers.json --format gradescope -o results.json --exit-zero",
     "check-gradescope"},
};

// ---- grade

inline constexpr std::string_view each_says_it[] = {"each"};
inline constexpr ArgumentRow grade_arguments[] = {
    {.value = "problem", .text = "problem", .type = ValueType::problem, .instead = each_says_it},
    {.value = "answers",
     .text = "many-answers",
     .type = ValueType::file,
     .several_words = true,
     .instead = each_says_it},
};
inline constexpr OptionRow grade_options[] = {
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
inline constexpr ExampleRow grade_examples[] = {
    {"qkv grade telling submissions/", "grade"},
    {"qkv grade telling submissions/ --gradebook points.csv --summary summary.md", "grade-gradebook"},
    {"qkv grade telling class.jsonl --format csv -o results.csv", "grade-csv"},
    {"qkv grade telling - --format json < class.jsonl", "grade-lines"},
    {"qkv grade --each manifest.csv --pass-mark 60", "grade-each"},
};

}  // namespace qkv::table
