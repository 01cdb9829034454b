#include "qkv/cli/parse.hpp"

#include <algorithm>

#include "check_arguments.hpp"
#include "qkv/base/embedded.hpp"
#include "qkv/cli/load_problem.hpp"
#include "split.hpp"
#include "words.hpp"

namespace qkv {
namespace {

struct Located {
  std::string command;            // the word that names it; empty: none
  std::vector<std::string> rest;  // all other words
  std::vector<std::string>
      unknown_options;  // before it; a value of theirs may have been taken for the command
};

// The option of that spelling in any command: what stands before the command may belong to each of them.
const OptionRow* known_option(std::string_view word) {
  for (const CommandRow& row : command_table()) {
    if (const OptionRow* option = option_spelt(row.options, word)) return option;
  }
  return option_spelt(program_options(), word);
}

Located locate_command(const std::vector<std::string>& words) {
  Located located;
  bool options_ended = false;
  auto word = words.begin();
  for (; word != words.end(); ++word) {
    if (!options_ended && *word == "--") {
      options_ended = true;
    } else if (options_ended || !looks_like_option(*word)) {
      located.command = *word++;
      break;
    }
    located.rest.push_back(*word);
    if (options_ended) continue;
    const OptionRow* option = known_option(*word);
    if (option == nullptr) located.unknown_options.push_back(*word);
    const bool value_follows =
        option != nullptr && option->type != ValueType::flag && !has_inline_value(*word);
    if (value_follows && word + 1 != words.end() && word[1] != "--") located.rest.push_back(*++word);
  }
  located.rest.insert(located.rest.end(), word, words.end());
  return located;
}

// Somebody who types `qkv contract` means `qkv walk contract`.
std::string suggested_command(std::string_view word) {
  std::vector<std::string> names;
  for (const CommandRow& row : command_table()) names.emplace_back(row.name);
  if (std::string found = suggest(word, names); !found.empty()) return found;
  return builtin_problem(word) || word.ends_with(".json") ? "walk " + std::string(word) : std::string();
}

Diagnostic unknown_command(const std::string& word) {
  return {"usage.unknown-command", {}, {argument("word", shown(word))}, suggested_command(word)};
}

std::vector<std::string> names_of(std::span<const OptionRow> options) {
  std::vector<std::string> names;
  for (const OptionRow& option : options) names.emplace_back(option.name);
  return names;
}

std::vector<std::string> names_of_all_options() {
  std::vector<std::string> names = names_of(program_options());
  for (const CommandRow& row : command_table()) {
    for (const OptionRow& option : row.options) names.emplace_back(option.name);
  }
  return names;
}

void report_unknown_options(const std::vector<std::string>& words, const std::vector<std::string>& names,
                            const std::string& command, std::vector<Diagnostic>& faults) {
  for (const std::string& word : words) {
    const std::string spelling = word.substr(0, word.find('='));
    const std::string found = suggest(without_dashes(spelling), names);
    faults.push_back({"usage.unknown-option",
                      {},
                      {argument("command", command), argument("option", shown(spelling))},
                      found.empty() ? found : "--" + found});
  }
}

Result<Request> parse_program_options(const std::vector<std::string>& words) {
  SplitWords split = split_words(program_options(), words);
  Request request;
  request.help = words.empty() || split.arguments.has("help");
  request.version = split.arguments.has("version");
  if (request.help || request.version) return request;

  std::vector<Diagnostic> faults = std::move(split.faults);
  // An option of some command is no slip: only the command is missing.
  const bool misses_command =
      std::erase_if(split.unknown, known_option) > 0 || !split.arguments.positionals.empty();
  report_unknown_options(split.unknown, names_of_all_options(), "qkv", faults);
  check_options(program_options(), split.arguments, faults);
  if (faults.empty() && misses_command) faults.push_back({"usage.missing-command", {}, {}, {}});
  if (!faults.empty()) return faults;
  // `qkv --lang zh`
  request.help = true;
  return request;
}

Result<Request> parse_command(const CommandRow& row, const std::vector<std::string>& words) {
  SplitWords split = split_words(row.options, words);
  Request request{&row, std::move(split.arguments), false, false};
  request.help = request.arguments.has("help");
  if (request.help) return request;

  std::vector<Diagnostic> faults = std::move(split.faults);
  report_unknown_options(split.unknown, names_of(row.options), "qkv " + std::string(row.name), faults);
  check_options(row.options, request.arguments, faults);
  // The value of an unknown option looks like one argument too many; an option that lacks its value takes the
  // place of arguments all the same.
  const bool is_replaced = std::ranges::any_of(row.arguments, [&](const ArgumentRow& each) {
    return std::ranges::find_first_of(each.instead, split.without_value) != each.instead.end();
  });
  if (split.unknown.empty() && !is_replaced) check_positionals(row, request.arguments, faults);
  if (!faults.empty()) return faults;
  return request;
}

}  // namespace

const CommandRow* command_of(const std::vector<std::string>& words) {
  return find_command(locate_command(words).command);
}

Result<Request> parse_command_line(const std::vector<std::string>& words) {
  const Located located = locate_command(words);
  if (located.rest.size() == words.size()) return parse_program_options(words);
  if (const CommandRow* row = find_command(located.command)) return parse_command(*row, located.rest);
  if (located.unknown_options.empty()) return unknown_command(located.command);
  std::vector<Diagnostic> faults;
  report_unknown_options(located.unknown_options, names_of_all_options(), "qkv", faults);
  return faults;
}

}  // namespace qkv
