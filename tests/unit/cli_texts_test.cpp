// The texts of the program name commands and options that there are.
#include "qkv/cli/command_table.hpp"
#include "qkv/text/catalogue.hpp"
#include "qkv/tutor/content_lint.hpp"
#include "support/catch.hpp"

using namespace qkv;

namespace {

ContentWorld world_of_commands() {
  ContentWorld world;
  for (const CommandRow& row : command_table()) world.commands.emplace_back(row.name);
  world.takes = [](std::string_view command, std::string_view option) {
    const CommandRow* row = find_command(command);
    return row != nullptr && find_option(row->options, option) != nullptr;
  };
  world.mistake_of = [](std::string_view id) { return std::string(id); };
  world.runs = [](const std::string&) { return true; };  // placeholders stand in them
  return world;
}

// A lesson in which that is said.
std::vector<std::string> misspelt_in(std::string_view text) {
  Lesson lesson;
  LocatedText said;
  said.text = {std::string(text), std::string(text)};
  lesson.parts.push_back({TextPart{said}, {}});
  Content content;
  content.lessons.push_back(lesson);
  std::vector<std::string> codes;
  for (const Diagnostic& found : lint_content(content, world_of_commands())) codes.push_back(found.code);
  return codes;
}

}  // namespace

TEST_CASE("the texts of the program name commands and options that there are") {
  CHECK(misspelt_in("To go on: qkv practise contract") ==
        std::vector<std::string>{"content.misspelt-command"});
  CHECK(misspelt_in("To go on: qkv practice contract --sesion FILE") ==
        std::vector<std::string>{"content.misspelt-option"});
  for (const Language language : {Language::zh, Language::en}) {
    for (const CatalogueEntry& entry : catalogue_table(language)) {
      for (const std::string& code : misspelt_in(entry.text))
        FAIL_CHECK(entry.key << ": " << code << " in " << entry.text);
    }
  }
}
