// The one table of subcommands: what each is called, what it takes, and which texts describe it.
//
// The parser, --help in both languages and the checks of what the user typed all read this table. A new
// subcommand is one file, one row and its texts:
//   command.<name>.summary   one line, for the list of commands
//   command.<name>.about     one paragraph, for its own help
//   argument.<text>, option.<text>, value.<value>, example.<text>
#pragma once

#include <span>
#include <string_view>

#include "qkv/cli/command.hpp"

namespace qkv {

enum class ValueType {
  flag,     // no value
  text,     // anything but nothing
  integer,  // from `minimum` to `maximum`
  choice,   // one of `choices`
  step,     // the name of a step
  problem,  // a file, "-" or a built-in problem
  builtin,  // a built-in problem
  command,  // a row of this table
  file,     // a file or "-"
  time,     // 2026-03-01T12:00:00
  seed,     // a whole number from 0 to 2^64 − 1
  program,  // a command line of the reader's, which stands after "--" and is taken as it is
};

struct ArgumentRow {
  std::string_view value;  // its name in usage lines: text "value.<value>"
  std::string_view text;   // what it is: text "argument.<text>"
  ValueType type = ValueType::text;
  std::span<const std::string_view> choices = {};
  bool required = true;
  bool several_words = false;  // it takes all words that follow: `qkv explain softmax columns`
  // The options that say the same: beside one of them the argument is one too many.
  std::span<const std::string_view> instead = {};
};

enum class OptionGroup {
  command,  // the command's own
  output,   // how the result looks
  common,   // every command has them
};

struct OptionRow {
  std::string_view name;  // "--" + name
  char short_name = 0;    // '-' + short_name; 0: none
  ValueType type = ValueType::flag;
  std::string_view value = {};  // as in ArgumentRow; unused for a flag and a choice
  std::string_view text = {};   // text "option.<text>"
  OptionGroup group = OptionGroup::command;
  std::span<const std::string_view> choices = {};
  int minimum = 0;
  int maximum = 0;
  bool repeatable = false;
  bool text_only = false;  // cannot take effect with --format json
  bool drawing = false;    // nor, if text_only, with --format markdown
  std::span<const std::string_view> formats =
      {};                          // of --format, with which alone it takes effect; empty: all
  std::string_view excludes = {};  // another option beside which it cannot take effect
};

struct ExampleRow {
  std::string_view command_line;
  std::string_view text;  // text "example.<text>"
};

struct CommandRow {
  std::string_view name;
  std::span<const ArgumentRow> arguments;
  std::span<const OptionRow> options;
  std::span<const ExampleRow> examples;
  RunCommand run;
  // Whether --output names a folder, in which the command writes files of its own.
  bool (*fills_folder)(const Arguments& arguments) = nullptr;
};

std::span<const CommandRow> command_table();
const CommandRow* find_command(std::string_view name);  // null: there is none

// What `qkv` takes without a command.
std::span<const OptionRow> program_options();
std::span<const ExampleRow> program_examples();

const OptionRow* find_option(std::span<const OptionRow> options, std::string_view name);

}  // namespace qkv
