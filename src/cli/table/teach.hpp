// What is typed after a teacher's commands: generate, lint.
#pragma once

#include "options.hpp"
#include "qkv/generate/topics.hpp"

namespace qkv::table {

// ---- generate

inline constexpr std::string_view exercise_topics[] = {
    "dot-products",   "scaling",    "softmax",     "single-head", "causal",  "padding",
    "padding-causal", "multi-head", "projections", "cross",       "grouped", "full"};
inline constexpr OptionRow number_option(std::string_view name, std::string_view text, int minimum,
                                         int maximum) {
  return {.name = name,
          .type = ValueType::integer,
          .value = "number",
          .text = text,
          .minimum = minimum,
          .maximum = maximum};
}
inline constexpr OptionRow generate_options[] = {
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
inline constexpr ExampleRow generate_examples[] = {
    {"qkv generate --topic causal --level 3 --seed 42 -o exercise.json", "generate"},
    {"qkv generate --topic causal --roster roster.csv --seed 42 -o class", "generate-class"},
    {"qkv generate --topic single-head --level 1 --count 30 -o class", "generate-count"},
    {"qkv generate --topic causal --fade 2 --tokens-from medical-en", "generate-fade"},
};

// ---- lint

inline constexpr std::string_view content_says_it[] = {"content"};
inline constexpr ArgumentRow lint_arguments[] = {{.value = "problem",
                                                  .text = "lint-problems",
                                                  .type = ValueType::problem,
                                                  .several_words = true,
                                                  .instead = content_says_it}};
inline constexpr OptionRow lint_options[] = {
    {.name = "strict", .text = "strict", .excludes = "content"},
    {.name = "content", .type = ValueType::file, .value = "folder", .text = "lint-content"},
    walk_format,
    output,
    color,
    ascii,
    plain,
    language,
    help};
inline constexpr ExampleRow lint_examples[] = {
    {"qkv lint contract", "lint"},
    {"qkv lint contract causal-3 --strict", "lint-strict"},
    {"qkv lint contract-full --format json -o lint.json", "lint-json"},
    {"qkv lint --content data", "lint-content"},
};

}  // namespace qkv::table
