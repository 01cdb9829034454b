// What is typed after the commands that are about implementations: reference.
#pragma once

#include "options.hpp"

namespace qkv::table {

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
