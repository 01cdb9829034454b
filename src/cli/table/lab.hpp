// What is typed after lab.
#pragma once

#include "options.hpp"

namespace qkv::table {

inline constexpr std::string_view lab_names[] = {"ladder", "scale", "leak", "fill",    "padding",
                                                 "axis",   "heads", "loss", "weights", "cost"};

inline constexpr ArgumentRow lab_arguments[] = {
    {.value = "lab", .text = "lab", .type = ValueType::choice, .choices = lab_names, .required = false},
    {.value = "problem", .text = "lab-problem", .type = ValueType::problem, .required = false},
};
inline constexpr OptionRow lab_options[] = {
    {.name = "seed", .type = ValueType::seed, .value = "number", .text = "lab-seed"},
    walk_format,
    output,
    color,
    ascii,
    plain,
    language,
    help,
};
inline constexpr ExampleRow lab_examples[] = {
    {"qkv lab", "lab"},
    {"qkv lab scale --seed 7", "lab-seed"},
    {"qkv lab leak causal-3", "lab-problem"},
    {"qkv lab fill --format json -o fill.json", "lab-json"},
};

}  // namespace qkv::table
