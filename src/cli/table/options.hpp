// Options that several commands have, and what they may be set to.
#pragma once

#include <string_view>

#include "qkv/cli/command_table.hpp"

namespace qkv::table {

// ---- choices

inline constexpr std::string_view languages[] = {"zh", "en"};
inline constexpr std::string_view formats[] = {"text", "json"};
inline constexpr std::string_view check_formats[] = {"text",       "markdown",    "json",   "junit", "tap",
                                                     "gradescope", "classroom50", "github", "csv"};
inline constexpr std::string_view formats_with_time[] = {"junit", "classroom50"};
inline constexpr std::string_view formats_with_host[] = {"junit"};
inline constexpr std::string_view walk_formats[] = {"text", "markdown", "json"};
inline constexpr std::string_view document_formats[] = {"text", "markdown"};
inline constexpr std::string_view sheet_formats[] = {"markdown", "csv", "json"};
inline constexpr std::string_view when_to_colour[] = {"auto", "always", "never"};

// ---- options

inline constexpr OptionRow format = {
    .name = "format", .type = ValueType::choice, .text = "format", .choices = formats};
inline constexpr OptionRow walk_format = {
    .name = "format", .type = ValueType::choice, .text = "walk-format", .choices = walk_formats};
inline constexpr OptionRow document_format = {
    .name = "format", .type = ValueType::choice, .text = "document-format", .choices = document_formats};
inline constexpr OptionRow check_format = {.name = "format",
                                           .type = ValueType::choice,
                                           .value = "format",
                                           .text = "check-format",
                                           .choices = check_formats};
inline constexpr OptionRow output = {.name = "output",
                                     .short_name = 'o',
                                     .type = ValueType::file,
                                     .value = "file",
                                     .text = "output",
                                     .group = OptionGroup::output};
inline constexpr OptionRow color = {.name = "color",
                                    .type = ValueType::choice,
                                    .text = "color",
                                    .group = OptionGroup::output,
                                    .choices = when_to_colour,
                                    .text_only = true,
                                    .drawing = true};
inline constexpr OptionRow ascii = {
    .name = "ascii", .text = "ascii", .group = OptionGroup::output, .text_only = true, .drawing = true};
inline constexpr OptionRow plain = {
    .name = "plain", .text = "plain", .group = OptionGroup::output, .text_only = true, .drawing = true};
inline constexpr OptionRow language = {.name = "lang",
                                       .type = ValueType::choice,
                                       .text = "lang",
                                       .group = OptionGroup::common,
                                       .choices = languages};
inline constexpr OptionRow help = {
    .name = "help", .short_name = 'h', .text = "help", .group = OptionGroup::common};

}  // namespace qkv::table
