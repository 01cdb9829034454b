// What is typed after the commands that are about implementations: judge, reference.
#pragma once

#include "options.hpp"

namespace qkv::table {

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
