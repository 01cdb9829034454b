#include "qkv/cli/help.hpp"
#include "qkv/text/unicode.hpp"
#include "support/catch.hpp"

using namespace qkv;

namespace {

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines(1);
  for (const char c : text) {
    if (c == '\n') {
      lines.emplace_back();
    } else {
      lines.back() += c;
    }
  }
  return lines;
}

// The column at which a word begins in the line that contains `first`.
int column_of(const std::string& text, const std::string& first, const std::string& word) {
  for (const std::string& line : lines_of(text)) {
    if (line.find(first) == std::string::npos) continue;
    return display_width(line.substr(0, line.find(word, line.find(first) + first.size())));
  }
  return -1;
}

}  // namespace

TEST_CASE("the usage line names the arguments in the reader's language") {
  CHECK(usage_line(find_command("check"), Catalogue(Language::en)) ==
        "Usage: qkv check PROBLEM [ANSWERS] [OPTIONS]\n");
  CHECK(usage_line(find_command("check"), Catalogue(Language::zh)) == "用法：qkv check 题目 [答案] [选项]\n");
  CHECK(usage_line(find_command("help"), Catalogue(Language::en)) == "Usage: qkv help [COMMAND] [OPTIONS]\n");
  CHECK(usage_line(nullptr, Catalogue(Language::en)) == "Usage: qkv COMMAND [OPTIONS]\n");
}

TEST_CASE("descriptions stand in one column, although a Chinese character is two columns wide") {
  const Catalogue catalogue(Language::zh);
  const std::string help = command_help(*find_command("walk"), catalogue, std::nullopt);
  const int query = column_of(help, "--query 行", "只看");
  CHECK(query > 0);
  CHECK(column_of(help, "--decimals 位数", "每张表") == query);
  CHECK(column_of(help, "--exact", "不像") == query);
}

TEST_CASE("help is wrapped at the width of the terminal, and not at all in a pipe") {
  const Catalogue catalogue(Language::en);
  for (const CommandRow& row : command_table()) {
    for (const std::string& line : lines_of(command_help(row, catalogue, 72))) {
      INFO(line);
      // What is there to be copied is never broken.
      if (!line.starts_with("  qkv ") && !line.starts_with("  {")) CHECK(display_width(line) <= 72);
    }
  }
  const std::string about = catalogue.say("help.about", {});
  CHECK(program_help(catalogue, std::nullopt).find(about + "\n") != std::string::npos);
  CHECK(program_help(catalogue, 72).find(about) == std::string::npos);
}

TEST_CASE("the help of check shows an answer file with single braces, ready to copy") {
  for (const Language language : {Language::zh, Language::en}) {
    const std::string help = command_help(*find_command("check"), Catalogue(language), 60);
    CHECK(help.find("\n  {\"qkv\": 1, \"answers\": {\"scores\": [[1, 2, 1]], \"weights\": [[\"0.25\", "
                    "\"1/2\", null]]}}\n") != std::string::npos);
  }
}

TEST_CASE("no terminal is too narrow for help") {
  for (const int width : {1, 5, 20}) {
    const std::string help = command_help(*find_command("walk"), Catalogue(Language::zh), width);
    CHECK(help.find("--decimals") != std::string::npos);
  }
}
