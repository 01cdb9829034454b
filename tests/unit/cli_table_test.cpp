#include <algorithm>
#include <set>
#include <sstream>

#include "qkv/base/embedded.hpp"
#include "qkv/cli/command_table.hpp"
#include "qkv/cli/help.hpp"
#include "qkv/cli/parse.hpp"
#include "qkv/format/formats.hpp"
#include "qkv/lab/lab.hpp"
#include "qkv/tutor/course.hpp"
#include "support/catch.hpp"

using namespace qkv;

namespace {

struct OptionList {
  std::string of;
  std::span<const OptionRow> options;
};

std::vector<OptionList> option_lists() {
  std::vector<OptionList> lists = {{"qkv", program_options()}};
  for (const CommandRow& row : command_table()) lists.push_back({std::string(row.name), row.options});
  return lists;
}

std::vector<std::string> words_of(std::string_view command_line) {
  std::istringstream stream{std::string(command_line)};
  std::vector<std::string> words;
  for (std::string word; stream >> word;) words.push_back(word);
  return words;
}

void check_text(const std::string& key) {
  for (const Language language : {Language::zh, Language::en}) {
    INFO(key << " in " << language_name(language));
    CHECK(Catalogue(language).has(key));
  }
}

}  // namespace

TEST_CASE("every command, argument, option, value and example has its text in both languages") {
  for (const CommandRow& row : command_table()) {
    check_text("command." + std::string(row.name) + ".summary");
    check_text("command." + std::string(row.name) + ".about");
    for (const ArgumentRow& argument : row.arguments) {
      check_text("argument." + std::string(argument.text));
      check_text("value." + std::string(argument.value));
    }
    for (const ExampleRow& example : row.examples) check_text("example." + std::string(example.text));
  }
  for (const ExampleRow& example : program_examples()) check_text("example." + std::string(example.text));
  for (const OptionList& list : option_lists()) {
    for (const OptionRow& option : list.options) {
      check_text("option." + std::string(option.text));
      const bool names_its_value = option.type != ValueType::flag && option.type != ValueType::choice;
      if (names_its_value) check_text("value." + std::string(option.value));
    }
  }
}

TEST_CASE("check offers every format for graded submissions") {
  const auto choices = find_option(find_command("check")->options, "format")->choices;
  for (const Format& format : formats()) {
    INFO(format.name);
    CHECK(std::ranges::find(choices, format.name) != choices.end());
  }
}

TEST_CASE("names of commands are unique, and so are the options of each command") {
  std::set<std::string_view> commands;
  for (const CommandRow& row : command_table()) CHECK(commands.insert(row.name).second);
  for (const OptionList& list : option_lists()) {
    INFO(list.of);
    std::set<std::string_view> names;
    std::set<char> letters;
    for (const OptionRow& option : list.options) {
      CHECK(names.insert(option.name).second);
      if (option.short_name != 0) CHECK(letters.insert(option.short_name).second);
    }
  }
}

TEST_CASE("an option of one name takes a value everywhere or nowhere") {
  // What stands before the command is read without knowing whose option it is.
  std::set<std::string_view> flags;
  std::set<std::string_view> others;
  for (const OptionList& list : option_lists()) {
    for (const OptionRow& option : list.options) {
      (option.type == ValueType::flag ? flags : others).insert(option.name);
    }
  }
  for (const std::string_view name : flags) {
    INFO(name);
    CHECK_FALSE(others.contains(name));
  }
}

TEST_CASE("what a row says about other options holds") {
  for (const OptionList& list : option_lists()) {
    for (const OptionRow& option : list.options) {
      INFO(list.of << " --" << option.name);
      CHECK((option.type == ValueType::choice) == !option.choices.empty());
      if (option.type == ValueType::integer) CHECK(option.minimum < option.maximum);
      if (!option.excludes.empty()) CHECK(find_option(list.options, option.excludes) != nullptr);
      if (option.text_only) CHECK(find_option(list.options, "format") != nullptr);
    }
  }
}

TEST_CASE("quiz offers every topic that questions have") {
  const OptionRow* topic = find_option(find_command("quiz")->options, "topic");
  REQUIRE(topic != nullptr);
  CHECK(std::ranges::equal(topic->choices, topics_of_quiz()));
}

TEST_CASE("lab offers every experiment") {
  const auto choices = find_command("lab")->arguments.front().choices;
  CHECK(std::ranges::equal(choices, labs(), {}, {}, &Lab::id));
}

TEST_CASE("every command can be told its language and asked for help") {
  for (const OptionList& list : option_lists()) {
    INFO(list.of);
    CHECK(find_option(list.options, "lang") != nullptr);
    CHECK(find_option(list.options, "help") != nullptr);
  }
}

TEST_CASE("every command has an example, and every example is a right command line of its command") {
  for (const CommandRow& row : command_table()) {
    INFO(row.name);
    CHECK_FALSE(row.examples.empty());
    for (const ExampleRow& example : row.examples) {
      INFO(example.command_line);
      const std::vector<std::string> words = words_of(example.command_line);
      REQUIRE(words.size() > 1);
      CHECK(words.front() == "qkv");
      const Result<Request> request = parse_command_line({words.begin() + 1, words.end()});
      REQUIRE(request);
      CHECK(request.value().command == &row);
    }
  }
  for (const ExampleRow& example : program_examples()) {
    const std::vector<std::string> words = words_of(example.command_line);
    CHECK(parse_command_line({words.begin() + 1, words.end()}));
  }
}

TEST_CASE("examples that name a built-in problem name one that exists") {
  for (const CommandRow& row : command_table()) {
    for (const ExampleRow& example : row.examples) {
      const std::vector<std::string> words = words_of(example.command_line);
      const Result<Request> request = parse_command_line({words.begin() + 1, words.end()});
      REQUIRE(request);
      for (std::size_t i = 0; i < row.arguments.size(); ++i) {
        const ValueType type = row.arguments[i].type;
        if (type != ValueType::problem && type != ValueType::builtin) continue;
        const auto given = [&](std::string_view option) { return request.value().arguments.has(option); };
        if (std::ranges::any_of(row.arguments[i].instead, given)) continue;
        if (!row.arguments[i].required && request.value().arguments.positionals.size() <= i) continue;
        INFO(example.command_line);
        CHECK(embedded_file("problems/" + request.value().arguments.positionals.at(i) + ".json"));
      }
    }
  }
}

TEST_CASE("the schemas that can be printed are those that exist") {
  std::set<std::string> choices;
  for (const std::string_view choice : find_command("schema")->arguments.front().choices) {
    choices.insert("schema/" + std::string(choice) + ".schema.json");
  }
  std::set<std::string> files;
  for (const EmbeddedFile& file : embedded_files()) {
    if (file.path.starts_with("schema/")) files.emplace(file.path);
  }
  CHECK(choices == files);
}

TEST_CASE("help names every command, argument, option, choice and example, in both languages") {
  for (const Language language : {Language::zh, Language::en}) {
    const Catalogue catalogue(language);
    const std::string overview = program_help(catalogue, std::nullopt);
    for (const CommandRow& row : command_table()) {
      INFO(row.name << " in " << language_name(language));
      CHECK(overview.find("\n  " + std::string(row.name) + " ") != std::string::npos);
      const std::string help = command_help(row, catalogue, std::nullopt);
      CHECK(help.find(usage_line(&row, catalogue)) != std::string::npos);
      for (const OptionRow& option : row.options) {
        CHECK(help.find("--" + std::string(option.name)) != std::string::npos);
        for (const std::string_view choice : option.choices) CHECK(help.find(choice) != std::string::npos);
      }
      for (const ArgumentRow& argument : row.arguments) {
        for (const std::string_view choice : argument.choices) CHECK(help.find(choice) != std::string::npos);
      }
      for (const ExampleRow& example : row.examples)
        CHECK(help.find(example.command_line) != std::string::npos);
    }
  }
}
