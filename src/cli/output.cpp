#include "qkv/cli/output.hpp"

#include <algorithm>

#include "qkv/cli/command_table.hpp"

namespace qkv {
namespace {

std::string variable(const System& system, const char* name) {
  return system.environment(name).value_or(std::string());
}

std::optional<Language> asked_language(const std::vector<std::string>& words) {
  for (const std::string_view value : values_in(words, "--lang")) {
    if (const std::optional<Language> language = language_from_name(value)) return language;
  }
  return std::nullopt;
}

bool wants_color(const Arguments& arguments, const System& system, const Terminal& terminal) {
  const std::string asked = arguments.value("color").value_or("auto");
  if (asked != "auto") return asked == "always";
  if (!variable(system, "NO_COLOR").empty()) return false;
  const std::string forced = variable(system, "FORCE_COLOR");
  if (!forced.empty()) return forced != "0";
  const std::string kind = variable(system, "TERM");
  return terminal.is_terminal && !kind.empty() && kind != "dumb";
}

}  // namespace

CommandCalls choose_calls(const std::vector<std::string>& words, const System& system) {
  const std::optional<Language> asked = asked_language(words);
  if (!asked || *asked == choose_language({}, system)) return {};
  CommandCalls calls{" --lang " + std::string(language_name(*asked)), {}};
  for (const CommandRow& row : command_table()) calls.names.push_back(row.name);
  return calls;
}

std::vector<std::string_view> values_in(const std::vector<std::string>& words, const std::string& option) {
  std::vector<std::string_view> values;
  for (std::size_t i = 0; i < words.size() && words[i] != "--"; ++i) {
    if (words[i] == option && i + 1 < words.size()) values.push_back(words[i + 1]);
    if (words[i].starts_with(option + "="))
      values.push_back(std::string_view(words[i]).substr(option.size() + 1));
  }
  return values;
}

Language choose_language(const std::vector<std::string>& words, const System& system) {
  if (const std::optional<Language> language = asked_language(words)) return *language;
  for (const char* name : {"LC_ALL", "LC_MESSAGES", "LANG"}) {
    if (const std::string locale = variable(system, name); !locale.empty()) {
      return language_from_locale(locale);
    }
  }
  return Language::en;
}

bool wants_ascii(const std::vector<std::string>& words) {
  const auto end = std::ranges::find(words, "--");
  return std::find(words.begin(), end, "--ascii") != end;
}

std::optional<int> output_width(const System& system) {
  const Terminal terminal = system.output_terminal();
  if (!terminal.is_terminal) return std::nullopt;
  return terminal.width;
}

bool is_standard_output(std::string_view file) {
  return file == "-" || file == "/dev/stdout" || file == "/dev/fd/1" || file == "/proc/self/fd/1";
}

std::string output_file(const Arguments& arguments) {
  const std::string file = arguments.value("output").value_or("-");
  return is_standard_output(file) ? "" : file;
}

TextOptions choose_text_options(const Arguments& arguments, const System& system) {
  const Terminal terminal = output_file(arguments).empty() ? system.output_terminal() : Terminal{};
  TextOptions options;
  if (terminal.is_terminal) options.width = terminal.width;
  options.color = wants_color(arguments, system, terminal);
  options.ascii = arguments.has("ascii");
  options.plain = arguments.has("plain");
  if (const auto language = arguments.value("lang"))
    options.calls = choose_calls({"--lang", *language}, system);
  return options;
}

}  // namespace qkv
