#include <string>

#include "qkv/text/catalogue.hpp"
#include "qkv/text/unicode.hpp"
#include "support/catch.hpp"

using namespace qkv;

namespace {

// "fault.suggestion" is a message with one placeholder whose words these tests know.
Diagnostic fault_named(std::string name, Place place, std::string suggestion = "") {
  return {"suggestion", std::move(place), {argument("name", std::move(name))}, std::move(suggestion)};
}

std::string in_english(const Diagnostic& fault) {
  return fault_text(Catalogue(Language::en), fault);
}
std::string in_chinese(const Diagnostic& fault) {
  return fault_text(Catalogue(Language::zh), fault);
}

// The lines of an excerpt, and the column under which its caret stands.
struct Shown {
  std::string source;
  std::size_t caret = 0;
};

Shown excerpt(const Place& place) {
  const std::string text = in_english(fault_named("x", place));
  const auto source = text.find("\n  | ");
  const auto caret = text.find("\n  | ", source + 1);
  REQUIRE(caret != std::string::npos);
  return {text.substr(source + 5, caret - source - 5), text.size() - caret - 6};
}

}  // namespace

TEST_CASE("a fault shows place, message, excerpt, caret and suggestion") {
  const auto fault =
      fault_named("walk", {"problems/a.json", 3, 16, "/K/1", " \"K\": [[1, 0], [1]],"}, "weights");
  CHECK(in_english(fault) ==
        "problems/a.json:3:16: /K/1: did you mean \"walk\"?\n"
        "  |  \"K\": [[1, 0], [1]],\n"
        "  |                ^\n"
        "  did you mean \"weights\"?");
  CHECK(in_chinese(fault) ==
        "problems/a.json:3:16: /K/1: 是不是想写“walk”？\n"
        "  |  \"K\": [[1, 0], [1]],\n"
        "  |                ^\n"
        "  是不是想写“weights”？");
}

TEST_CASE("what a place does not know is left out") {
  CHECK(in_english(fault_named("x", {})) == "did you mean \"x\"?");
  CHECK(in_english(fault_named("x", {"a.json", 0, 0, "", ""})) == "a.json: did you mean \"x\"?");
  CHECK(in_english(fault_named("x", {"a.json", 3, 0, "", ""})) == "a.json:3: did you mean \"x\"?");
  CHECK(in_english(fault_named("x", {"", 3, 7, "", ""})) == "3:7: did you mean \"x\"?");
  CHECK(in_english(fault_named("x", {"a.json", 0, 0, "/K", ""})) == "a.json: /K: did you mean \"x\"?");
  CHECK(in_english(fault_named("x", {"a.json", 3, 0, "", "{"})) == "a.json:3: did you mean \"x\"?\n  | {");
}

TEST_CASE("the caret stands under its character by display width") {
  CHECK(in_chinese(fault_named("x", {"a.json", 1, 4, "", "\"合同\": 1"})) ==
        "a.json:1:4: 是不是想写“x”？\n"
        "  | \"合同\": 1\n"
        "  |      ^");
  CHECK(excerpt({"a", 1, 3, "", "e\u0301x"}).caret == 1);
  CHECK(excerpt({"a", 1, 1, "", "{"}).caret == 0);
}

TEST_CASE("a caret beyond the end of the line stands after it") {
  CHECK(excerpt({"a", 1, 5, "", "abcd"}).caret == 4);
  CHECK(excerpt({"a", 1, 500, "", "abcd"}).caret == 4);
}

TEST_CASE("a tab in the source is a blank, and a line break ends it") {
  const Shown shown = excerpt({"a", 2, 3, "", "\t\t\"Q\": 1\r\n"});
  CHECK(shown.source == "  \"Q\": 1");
  CHECK(shown.caret == 2);
}

TEST_CASE("a long line is cut around its caret") {
  std::string line;
  for (int i = 0; i < 100; ++i) line += "0123456789";
  line[500] = 'X';

  const Shown middle = excerpt({"a", 1, 501, "", line});
  CHECK(display_width(middle.source) == 102);
  CHECK(middle.source.rfind("…", 0) == 0);
  CHECK(middle.source.find("X") == std::string("…").size() + 60);
  CHECK(middle.caret == 61);

  const Shown start = excerpt({"a", 1, 5, "", line});
  CHECK(start.source == line.substr(0, 100) + "…");
  CHECK(start.caret == 4);

  const Shown end = excerpt({"a", 1, 1000, "", line});
  CHECK(end.source == "…" + line.substr(900));
  CHECK(end.caret == 100);
}

TEST_CASE("a long line of Chinese is cut between characters, the caret under the right one") {
  std::string line;
  for (int i = 0; i < 300; ++i) line += i == 150 ? "金" : "合";
  const Shown shown = excerpt({"a", 1, 151, "", line});
  CHECK(display_width(shown.source) == 102);
  const auto before = shown.source.substr(0, shown.source.find("金"));
  CHECK(display_width(before) == static_cast<int>(shown.caret));
}

TEST_CASE("a line of exactly a hundred columns is not cut") {
  const std::string line(100, 'a');
  CHECK(excerpt({"a", 1, 100, "", line}).source == line);
}

TEST_CASE("a file of one enormous line is shown as quickly as any") {
  std::string line = "[";
  line.append(4'000'000, '1');
  const Shown shown = excerpt({"a", 1, 3'000'000, "", line});
  CHECK(shown.source == "…" + std::string(100, '1') + "…");
  CHECK(shown.caret == 61);
}

TEST_CASE("nothing in a fault reaches the terminal as a command") {
  const auto fault =
      fault_named("\x1b[31m", {"\x1b]0;x\x07.json", 1, 7, "/\u202E", "{\"\x1b[2J\": \xFF}"}, "\x1b");
  CHECK(in_english(fault) ==
        "<U+001B>]0;x<U+0007>.json:1:7: /<U+202E>: did you mean \"<U+001B>[31m\"?\n"
        "  | {\"<U+001B>[2J\": <0xFF>}\n"
        "  |              ^\n"
        "  did you mean \"<U+001B>\"?");
}

TEST_CASE("arguments that are keys are shown in the reader's language") {
  const Diagnostic fault{"suggestion", {}, {argument_key("name", "axis.key")}, ""};
  CHECK(in_english(fault) == "did you mean \"key\"?");
  CHECK(in_chinese(fault) == "是不是想写“键”？");
}

TEST_CASE("a key of any length is cut in the pointer, and the keys around it stay") {
  const std::string text =
      in_english(fault_named("x", {"a.json", 1, 2, "/mask/" + std::string(1000, 'k') + "/3", ""}));
  CHECK(text == "a.json:1:2: /mask/" + std::string(39, 'k') + "…/3: did you mean \"x\"?");
}

TEST_CASE("in ASCII the marks of what was cut are ASCII too") {
  const Catalogue ascii(Language::en, Signs::ascii);
  const std::string line(1000, '1');
  const std::string text = fault_text(ascii, fault_named("cut…", {"a.json", 1, 500, "", line}));
  CHECK(text.find("\"cut...\"") != std::string::npos);
  CHECK(is_printable_ascii(text.substr(text.rfind("  | "))));
  CHECK(text.find("…") == std::string::npos);
  // The caret still stands under its character.
  const auto source = text.find("\n  | ");
  const auto caret = text.find("\n  | ", source + 1);
  CHECK(text.substr(source + 5, 3) == "...");
  CHECK(text.size() - caret - 6 == 3 + 60);
}
