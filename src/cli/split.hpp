// The words of a command line, sorted into options, their values and the rest. Whether the values are any
// good is not asked here.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "qkv/base/result.hpp"
#include "qkv/cli/arguments.hpp"
#include "qkv/cli/command_table.hpp"

namespace qkv {

// "--x", "-x", "---"; not "-" (the standard input) nor "-1" and "-.5" (numbers). A dash that an editor has
// made longer (–x, —x, −x) counts too: nobody means a file by it.
bool looks_like_option(std::string_view word);

// "step" for "--step", "-step" and "——step".
std::string_view without_dashes(std::string_view word);

// The option of that spelling: "--step", "--step=exp", "-h". Null: none.
const OptionRow* option_spelt(std::span<const OptionRow> options, std::string_view word);

// "--step" or "-h" and its value after "=", as one word.
bool has_inline_value(std::string_view word);

struct SplitWords {
  Arguments arguments;
  std::vector<std::string> unknown;             // look like options, but are none
  std::vector<std::string_view> without_value;  // names of options that lack theirs: no part of `arguments`
  std::vector<Diagnostic> faults;               // usage.missing-value, usage.unexpected-value
};

SplitWords split_words(std::span<const OptionRow> options, const std::vector<std::string>& words);

}  // namespace qkv
