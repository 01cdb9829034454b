#include "qkv/cli/help.hpp"

#include <algorithm>
#include <vector>

#include "qkv/cli/version.hpp"
#include "qkv/model/step.hpp"
#include "qkv/text/unicode.hpp"
#include "words.hpp"

namespace qkv {
namespace {

constexpr int indent = 2;
constexpr int gap = 2;
constexpr int widest_left = 30;      // a longer synopsis gets a line of its own
constexpr int narrowest_right = 24;  // on a terminal too narrow for two columns nothing is wrapped

struct Entry {
  std::string left;
  std::string right;
};

std::string key(std::string_view group, std::string_view name, std::string_view part = {}) {
  std::string text = std::string(group) + "." + std::string(name);
  if (!part.empty()) text += "." + std::string(part);
  return text;
}

std::string spaces(int count) {
  return std::string(static_cast<std::size_t>(std::max(count, 0)), ' ');
}

int left_width(const std::vector<Entry>& entries) {
  int width = 0;
  for (const Entry& entry : entries) {
    if (const int own = display_width(entry.left); own <= widest_left) width = std::max(width, own);
  }
  return width;
}

std::vector<std::string> lines_of(const std::string& text, int width_before, std::optional<int> width) {
  if (!width || *width - width_before < narrowest_right) return {text};
  return wrap(text, *width - width_before);
}

// Two columns, aligned as a reader sees them.
std::string two_columns(const std::vector<Entry>& entries, std::optional<int> width) {
  const int left = left_width(entries);
  const int before = indent + left + gap;
  std::string text;
  for (const Entry& entry : entries) {
    const int own = display_width(entry.left);
    text += spaces(indent) + entry.left;
    text += own > left ? "\n" + spaces(before) : spaces(left - own + gap);
    bool first = true;
    for (const std::string& line : lines_of(entry.right, before, width)) {
      if (!first) text += spaces(before);
      first = false;
      text += line + "\n";
    }
  }
  return text;
}

// An indented line is shown as it is: it is something to copy.
std::string paragraph(std::string_view text, std::optional<int> width) {
  std::string lines;
  while (!text.empty()) {
    const std::string one(text.substr(0, text.find('\n')));
    text.remove_prefix(std::min(one.size() + 1, text.size()));
    for (const std::string& line : lines_of(one, 0, one.starts_with(' ') ? std::nullopt : width)) {
      lines += line + "\n";
    }
  }
  return lines;
}

std::string section(const Catalogue& catalogue, std::string_view title, const std::vector<Entry>& entries,
                    std::optional<int> width) {
  if (entries.empty()) return {};
  return "\n" + std::string(catalogue.text(title)) + "\n" + two_columns(entries, width);
}

std::string separated(std::span<const std::string_view> choices) {
  std::string text;
  for (const std::string_view choice : choices) {
    if (!text.empty()) text += "|";
    text += choice;
  }
  return text;
}

std::vector<Entry> option_entries(std::span<const OptionRow> options, OptionGroup group,
                                  const Catalogue& catalogue) {
  std::vector<std::string> step_names;
  for (const Step step : all_steps) step_names.emplace_back(step_name(step));
  const std::string steps = joined(step_names);
  std::vector<Entry> entries;
  for (const OptionRow& option : options) {
    if (option.group != group) continue;
    const std::vector<Argument> filling = {argument("minimum", option.minimum),
                                           argument("maximum", option.maximum), argument("steps", steps)};
    entries.push_back(
        {option_synopsis(option, catalogue), catalogue.say(key("option", option.text), filling)});
  }
  return entries;
}

std::string option_sections(std::span<const OptionRow> options, const Catalogue& catalogue,
                            std::optional<int> width) {
  return section(catalogue, "help.options", option_entries(options, OptionGroup::command, catalogue), width) +
         section(catalogue, "help.output-options", option_entries(options, OptionGroup::output, catalogue),
                 width) +
         section(catalogue, "help.common-options", option_entries(options, OptionGroup::common, catalogue),
                 width);
}

// The command line and, below it, what it does.
std::string example_section(std::span<const ExampleRow> examples, const Catalogue& catalogue,
                            std::optional<int> width) {
  std::string text = "\n" + std::string(catalogue.text("help.examples")) + "\n";
  for (const ExampleRow& example : examples) {
    text += spaces(indent) + std::string(example.command_line) + "\n";
    const std::string says = catalogue.say(key("example", example.text), {});
    for (const std::string& line : lines_of(says, 3 * indent, width))
      text += spaces(3 * indent) + line + "\n";
  }
  return text;
}

}  // namespace

std::string option_synopsis(const OptionRow& option, const Catalogue& catalogue) {
  std::string text = option.short_name == 0 ? std::string() : std::string("-") + option.short_name + ", ";
  text += "--" + std::string(option.name);
  if (option.type == ValueType::flag) return text;
  // Many choices are named in the description alone.
  if (option.type == ValueType::choice && option.value.empty()) return text + " " + separated(option.choices);
  return text + " " + std::string(catalogue.text(key("value", option.value)));
}

std::string usage_line(const CommandRow* command, const Catalogue& catalogue) {
  std::string words = "qkv";
  std::string last;  // a command line of the reader's comes after the options
  if (command == nullptr) {
    words += " " + std::string(catalogue.text("value.command"));
  } else {
    words += " " + std::string(command->name);
    for (const ArgumentRow& row : command->arguments) {
      std::string value(catalogue.text(key("value", row.value)));
      if (row.required && row.several_words) value += "...";
      if (row.type == ValueType::program) {
        last = " -- " + value;
      } else {
        words += row.required ? " " + value : " [" + value + "]";
      }
    }
  }
  words += " [" + std::string(catalogue.text("value.options")) + "]";
  words += last;
  return catalogue.say("help.usage", {argument("usage", words)}) + "\n";
}

std::string program_help(const Catalogue& catalogue, std::optional<int> width) {
  std::vector<Entry> commands;
  for (const CommandRow& row : command_table()) {
    commands.push_back({std::string(row.name), catalogue.say(key("command", row.name, "summary"), {})});
  }
  return "qkv " + std::string(version()) + "\n" + paragraph(catalogue.say("help.about", {}), width) + "\n" +
         usage_line(nullptr, catalogue) + section(catalogue, "help.commands", commands, width) +
         option_sections(program_options(), catalogue, width) +
         example_section(program_examples(), catalogue, width) + "\n" +
         paragraph(catalogue.say("help.more", {}), width);
}

std::string command_help(const CommandRow& command, const Catalogue& catalogue, std::optional<int> width) {
  std::vector<Entry> entries;
  for (const ArgumentRow& row : command.arguments) {
    std::string says = catalogue.say(key("argument", row.text), {});
    if (row.type == ValueType::choice) says += " " + separated(row.choices);
    entries.push_back({std::string(catalogue.text(key("value", row.value))), says});
  }
  return usage_line(&command, catalogue) + "\n" +
         paragraph(catalogue.say(key("command", command.name, "about"), {}), width) +
         section(catalogue, "help.arguments", entries, width) +
         option_sections(command.options, catalogue, width) +
         example_section(command.examples, catalogue, width);
}

}  // namespace qkv
