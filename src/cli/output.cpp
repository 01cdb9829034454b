#include "qkv/cli/output.hpp"

namespace qkv {
namespace {

std::string variable(const System& system, const char* name) {
  return system.environment(name).value_or(std::string());
}

std::optional<Language> asked_language(const std::vector<std::string>& words) {
  constexpr std::string_view inline_form = "--lang=";
  std::optional<Language> found;
  for (std::size_t i = 0; i < words.size() && words[i] != "--"; ++i) {
    std::optional<Language> language;
    if (words[i] == "--lang" && i + 1 < words.size()) {
      language = language_from_name(words[i + 1]);
    } else if (words[i].starts_with(inline_form)) {
      language = language_from_name(std::string_view(words[i]).substr(inline_form.size()));
    }
    if (!found) found = language;
  }
  return found;
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

Language choose_language(const std::vector<std::string>& words, const System& system) {
  if (const std::optional<Language> language = asked_language(words)) return *language;
  for (const char* name : {"LC_ALL", "LC_MESSAGES", "LANG"}) {
    if (const std::string locale = variable(system, name); !locale.empty()) {
      return language_from_locale(locale);
    }
  }
  return Language::en;
}

std::optional<int> output_width(const System& system) {
  const Terminal terminal = system.output_terminal();
  if (!terminal.is_terminal) return std::nullopt;
  return terminal.width;
}

TextOptions choose_text_options(const Arguments& arguments, const System& system) {
  const Terminal terminal = system.output_terminal();
  TextOptions options;
  if (terminal.is_terminal) options.width = terminal.width;
  options.color = wants_color(arguments, system, terminal);
  options.ascii = arguments.has("ascii");
  options.plain = arguments.has("plain");
  return options;
}

}  // namespace qkv
