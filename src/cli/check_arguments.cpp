#include "check_arguments.hpp"

#include <algorithm>

#include "qkv/model/step.hpp"
#include "words.hpp"

namespace qkv {
namespace {

std::string dashed(std::string_view option) {
  return "--" + std::string(option);
}

std::vector<std::string> choices_of(ValueType type, std::span<const std::string_view> choices) {
  if (type == ValueType::choice) return {choices.begin(), choices.end()};
  std::vector<std::string> names;
  if (type == ValueType::step) {
    for (const Step step : all_steps) names.emplace_back(step_name(step));
  } else if (type == ValueType::command) {
    for (const CommandRow& row : command_table()) names.emplace_back(row.name);
  }
  return names;
}

// `name`: what the value is for, an option or an argument.
void check_choice(std::string code, const Argument& name, const std::string& value,
                  const std::vector<std::string>& choices, std::vector<Diagnostic>& faults) {
  if (std::ranges::find(choices, value) != choices.end()) return;
  faults.push_back({std::move(code),
                    {},
                    {name, argument("value", shown(value)), argument("choices", joined(choices))},
                    suggest(value, choices)});
}

// Of any size.
bool is_whole_number(std::string_view text) {
  if (text.starts_with('+') || text.starts_with('-')) text.remove_prefix(1);
  return !text.empty() && text.find_first_not_of("0123456789") == std::string_view::npos;
}

void check_integer(const OptionRow& option, const std::string& value, std::vector<Diagnostic>& faults) {
  const std::optional<int> number = read_integer(value);
  if (number && *number >= option.minimum && *number <= option.maximum) return;
  faults.push_back({is_whole_number(value) ? "usage.out-of-range" : "usage.not-an-integer",
                    {},
                    {argument("name", dashed(option.name)), argument("value", shown(value)),
                     argument("minimum", option.minimum), argument("maximum", option.maximum)},
                    {}});
}

void check_seed(const OptionRow& option, const std::string& value, std::vector<Diagnostic>& faults) {
  if (read_seed(value)) return;
  faults.push_back(
      {"usage.not-a-seed", {}, {argument("name", dashed(option.name)), argument("value", shown(value))}, {}});
}

void check_time(const OptionRow& option, const std::string& value, std::vector<Diagnostic>& faults) {
  if (is_time(value)) return;
  faults.push_back(
      {"usage.not-a-time", {}, {argument("name", dashed(option.name)), argument("value", shown(value))}, {}});
}

void check_value(const OptionRow& option, const std::string& value, std::vector<Diagnostic>& faults) {
  if (option.type == ValueType::flag) return;
  const Argument name = argument("name", dashed(option.name));
  if (value.empty()) {
    faults.push_back({"usage.empty-value", {}, {name}, {}});
    return;
  }
  switch (option.type) {
    case ValueType::integer:
      check_integer(option, value, faults);
      break;
    case ValueType::choice:
    case ValueType::step:
    case ValueType::command:
      check_choice("usage.unknown-choice", name, value, choices_of(option.type, option.choices), faults);
      break;
    case ValueType::time:
      check_time(option, value, faults);
      break;
    case ValueType::seed:
      check_seed(option, value, faults);
      break;
    case ValueType::flag:
    case ValueType::text:
    case ValueType::problem:
    case ValueType::builtin:
    case ValueType::file:
    case ValueType::program:
      break;
  }
}

// The format that is wanted; the usual one in place of one that there is not, which is reported by itself.
std::string format_of(std::span<const OptionRow> options, const Arguments& arguments) {
  const std::string format = arguments.value("format").value_or("text");
  const OptionRow* option = find_option(options, "format");
  const bool known = option != nullptr && std::ranges::find(option->choices, format) != option->choices.end();
  return known ? format : "text";
}

void check_effect(const OptionRow& option, const std::string& format, const Arguments& arguments,
                  std::vector<Diagnostic>& faults) {
  std::string other;
  const bool no_text = format != "text" && (option.drawing || format != "markdown");
  if (option.text_only && no_text) other = "--format " + format;
  const bool other_format = std::ranges::find(option.formats, format) == option.formats.end();
  if (!option.formats.empty() && other_format) other = "--format " + format;
  if (!option.excludes.empty() && arguments.has(option.excludes)) other = dashed(option.excludes);
  if (other.empty()) return;
  faults.push_back(
      {"usage.no-effect", {}, {argument("option", dashed(option.name)), argument("other", other)}, {}});
}

bool reads_input(ValueType type) {
  return type == ValueType::problem || type == ValueType::file;
}

}  // namespace

bool is_time(std::string_view text) {
  constexpr std::string_view form = "dddd-dd-ddTdd:dd:dd";
  if (text.size() != form.size()) return false;
  const auto fits = [](char c, char expected) {
    return expected == 'd' ? c >= '0' && c <= '9' : c == expected;
  };
  if (!std::ranges::equal(text, form, fits)) return false;
  const auto number = [text](std::size_t at) { return (text[at] - '0') * 10 + (text[at + 1] - '0'); };
  return number(5) >= 1 && number(5) <= 12 && number(8) >= 1 && number(8) <= 31 && number(11) <= 23 &&
         number(14) <= 59 && number(17) <= 59;
}

void check_options(std::span<const OptionRow> options, const Arguments& arguments,
                   std::vector<Diagnostic>& faults) {
  const std::string format = format_of(options, arguments);
  for (const OptionRow& option : options) {
    const std::vector<std::string> values = arguments.values(option.name);
    if (values.empty()) continue;
    if (values.size() > 1 && !option.repeatable) {
      faults.push_back({"usage.given-twice", {}, {argument("option", dashed(option.name))}, {}});
    }
    for (const std::string& value : values) check_value(option, value, faults);
    check_effect(option, format, arguments, faults);
  }
}

void check_positionals(const CommandRow& row, const Arguments& arguments, std::vector<Diagnostic>& faults) {
  std::vector<ArgumentRow> wanted(row.arguments.begin(), row.arguments.end());
  std::string_view given_instead;
  std::erase_if(wanted, [&](const ArgumentRow& each) {
    const auto found =
        std::ranges::find_if(each.instead, [&](std::string_view option) { return arguments.has(option); });
    if (found != each.instead.end()) given_instead = *found;
    return found != each.instead.end();
  });
  const std::vector<std::string>& given = arguments.positionals;
  const bool takes_all = !wanted.empty() && wanted.back().several_words;
  int from_input = 0;
  for (std::size_t i = 0; i < std::max(wanted.size(), takes_all ? given.size() : 0); ++i) {
    const ArgumentRow& expected = wanted[std::min(i, wanted.size() - 1)];
    const Argument name = argument_key("name", "value." + std::string(expected.value));
    if (i >= given.size()) {
      if (expected.required) faults.push_back({"usage.missing-argument", {}, {name}, {}});
    } else if (given[i].empty() && (expected.type != ValueType::program || i == 0)) {
      faults.push_back({"usage.empty-argument", {}, {name}, {}});
    } else if (expected.type == ValueType::choice || expected.type == ValueType::command) {
      check_choice("usage.unknown-word", name, given[i], choices_of(expected.type, expected.choices), faults);
    } else if (reads_input(expected.type) && given[i] == "-") {
      ++from_input;
    }
  }
  if (from_input > 1) faults.push_back({"usage.input-twice", {}, {}, {}});
  if (takes_all || given.size() <= wanted.size()) return;
  std::vector<std::string> surplus;
  for (std::size_t i = wanted.size(); i < given.size(); ++i) surplus.push_back(shown(given[i]));
  const std::string values = joined(surplus);
  if (wanted.size() < row.arguments.size()) {
    const std::string other = dashed(given_instead);
    faults.push_back(
        {"usage.argument-no-effect", {}, {argument("values", values), argument("other", other)}, {}});
  } else {
    faults.push_back({"usage.surplus-argument", {}, {argument("values", values)}, {}});
  }
}

}  // namespace qkv
