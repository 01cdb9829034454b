// What is typed after the commands that are about implementations: verify, judge, reference.
#pragma once

#include "options.hpp"
#include "qkv/verify/suite.hpp"

namespace qkv::table {

// ---- verify

inline constexpr std::string_view policies[] = {"zero", "uniform", "nan", "any"};

inline constexpr ArgumentRow verify_arguments[] = {
    {.value = "command", .text = "verify-command", .type = ValueType::program, .several_words = true}};
inline constexpr OptionRow verify_options[] = {
    {.name = "suite",
     .type = ValueType::choice,
     .value = "suite",
     .text = "verify-suite",
     .choices = verify_suites,
     .repeatable = true},
    {.name = "lacks", .type = ValueType::text, .value = "lacks", .text = "verify-lacks", .repeatable = true},
    {.name = "fully-masked", .type = ValueType::choice, .text = "verify-fully-masked", .choices = policies},
    {.name = "seed", .type = ValueType::seed, .value = "number", .text = "verify-seed"},
    {.name = "timeout",
     .type = ValueType::integer,
     .value = "seconds",
     .text = "verify-timeout",
     .minimum = 1,
     .maximum = 3600},
    {.name = "start-timeout",
     .type = ValueType::integer,
     .value = "seconds",
     .text = "verify-start-timeout",
     .minimum = 1,
     .maximum = 3600},
    {.name = "memory",
     .type = ValueType::integer,
     .value = "mebibytes",
     .text = "verify-memory",
     .minimum = 16,
     .maximum = 1'000'000},
    {.name = "processes",
     .type = ValueType::integer,
     .value = "number",
     .text = "verify-processes",
     .minimum = 1,
     .maximum = 100'000},
    {.name = "details", .text = "verify-details", .text_only = true, .drawing = false},
    check_format,
    output,
    color,
    ascii,
    plain,
    language,
    help,
};
inline constexpr ExampleRow verify_examples[] = {
    {"qkv verify -- python3 attention.py", "verify"},
    {"qkv verify --suite leak --lacks layer -- node attention.js", "verify-suite"},
    {"qkv verify -- qkv reference --mistake softmax-columns", "verify-reference"},
};

// ---- judge

inline constexpr std::string_view judge_topic_names[] = {"leak", "padding", "softmax", "heads", "all"};

inline constexpr std::string_view list_says_it[] = {"list"};
inline constexpr ArgumentRow judge_arguments[] = {{.value = "command",
                                                   .text = "test-command",
                                                   .type = ValueType::program,
                                                   .several_words = true,
                                                   .instead = list_says_it}};
inline constexpr OptionRow judge_options[] = {
    {.name = "topic",
     .type = ValueType::choice,
     .text = "judge-topic",
     .choices = judge_topic_names,
     .excludes = "list"},
    {.name = "timeout",
     .type = ValueType::integer,
     .value = "seconds",
     .text = "judge-timeout",
     .minimum = 1,
     .maximum = 86'400,
     .excludes = "list"},
    {.name = "list", .text = "judge-list"},
    walk_format,
    output,
    color,
    ascii,
    plain,
    language,
    help,
};
inline constexpr ExampleRow judge_examples[] = {
    {"qkv judge --topic leak -- python3 test_leak.py", "judge"},
    {"qkv judge --topic all -- pytest -q tests", "judge-all"},
    {"qkv judge --list", "judge-list"},
};

// ---- reference

inline constexpr OptionRow reference_options[] = {
    {.name = "mistake",
     .type = ValueType::text,
     .value = "mistake",
     .text = "reference-mistake",
     .excludes = "list"},
    {.name = "list", .text = "reference-list"},
    {.name = "format", .type = ValueType::choice, .text = "reference-format", .choices = formats},
    color,
    ascii,
    plain,
    language,
    help,
};
inline constexpr ExampleRow reference_examples[] = {
    {"qkv reference", "reference"},
    {"qkv reference --mistake mask-zero-before-softmax", "reference-mistake"},
    {"qkv reference --list", "reference-list"},
};

}  // namespace qkv::table
