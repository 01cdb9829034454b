// What is typed after the commands of the tutor: practice, learn, quiz, progress.
#pragma once

#include "grade.hpp"
#include "options.hpp"
#include "qkv/tutor/session.hpp"

namespace qkv::table {

// ---- practice

inline constexpr ArgumentRow practice_arguments[] = {
    {.value = "problem", .text = "practice-problem", .type = ValueType::problem, .required = false}};
// Of a command that has no other format.
inline constexpr OptionRow without_format(OptionRow option) {
  option.text_only = option.drawing = false;
  return option;
}
inline constexpr OptionRow practice_options[] = {
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
inline constexpr ExampleRow practice_examples[] = {
    {"qkv practice contract", "practice"},
    {"qkv practice", "practice-again"},
    {"qkv practice contract --by cell --lang zh", "practice-by"},
    {"qkv practice contract -o my-answers.json", "practice-output"},
    {"qkv practice contract --session my-practice.json", "practice-session"},
};

// ---- learn, quiz, progress

inline constexpr ArgumentRow learn_arguments[] = {{.value = "lesson", .text = "lesson", .required = false}};
inline constexpr OptionRow learn_options[] = {{.name = "restart", .text = "learn-restart"},
                                              without_format(color),
                                              without_format(ascii),
                                              without_format(plain),
                                              language,
                                              help};
inline constexpr ExampleRow learn_examples[] = {{"qkv learn", "learn"},
                                                {"qkv learn average", "learn-lesson"}};

inline constexpr std::string_view quiz_topics[] = {"start",    "average",  "qkv",     "shapes", "by-hand",
                                                   "scale",    "causal",   "padding", "heads",  "code",
                                                   "evidence", "mistakes", "limits"};
inline constexpr std::string_view topic_says_it[] = {"topic"};
inline constexpr ArgumentRow quiz_arguments[] = {{.value = "topic",
                                                  .text = "quiz-topic",
                                                  .type = ValueType::choice,
                                                  .choices = quiz_topics,
                                                  .required = false,
                                                  .instead = topic_says_it}};
inline constexpr OptionRow quiz_options[] = {
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
inline constexpr ExampleRow quiz_examples[] = {
    {"qkv quiz", "quiz"},
    {"qkv quiz causal --count 5", "quiz-topic"},
    {"qkv quiz --topic shapes --seed 7 --lang zh", "quiz-seed"},
    {"qkv quiz --count 1 --seed 1 --format json", "quiz-json"},
};

inline constexpr OptionRow progress_options[] = {
    {.name = "reset", .text = "progress-reset"},
    {.name = "yes", .text = "progress-yes"},
    format,
    color,
    ascii,
    plain,
    language,
    help,
};
inline constexpr ExampleRow progress_examples[] = {
    {"qkv progress", "progress"},
    {"qkv progress --format json", "progress-json"},
    {"qkv progress --reset", "progress-reset"},
};

}  // namespace qkv::table
