#include "qkv/cli/output.hpp"
#include "support/catch.hpp"
#include "support/fake_system.hpp"

using namespace qkv;
using qkv::test::fake_system;
using qkv::test::FakeWorld;

namespace {

using Environment = std::map<std::string, std::string>;

Language language(const std::vector<std::string>& words, const Environment& environment = {}) {
  FakeWorld world;
  world.environment = environment;
  return choose_language(words, fake_system(world));
}

bool color(const std::string& asked, const Environment& environment, bool terminal) {
  FakeWorld world;
  world.environment = environment;
  if (terminal) world.terminal = {true, 80};
  Arguments arguments;
  if (!asked.empty()) arguments.options.push_back({"color", asked});
  return choose_text_options(arguments, fake_system(world)).color;
}

}  // namespace

TEST_CASE("--lang decides the language wherever it stands") {
  CHECK(language({"--lang", "zh", "walk"}) == Language::zh);
  CHECK(language({"walk", "contract", "--lang=zh"}) == Language::zh);
  CHECK(language({"wlak", "--lang", "zh"}) == Language::zh);
  CHECK(language({"walk", "--lang=en"}, {{"LANG", "zh_CN.UTF-8"}}) == Language::en);
}

TEST_CASE("after two dashes --lang is no option any more") {
  CHECK(language({"walk", "--", "--lang=zh"}) == Language::en);
}

TEST_CASE("a --lang that is none leaves the language to the locale") {
  CHECK(language({"--lang", "fr"}, {{"LANG", "zh_CN.UTF-8"}}) == Language::zh);
  CHECK(language({"--lang"}, {{"LANG", "zh_CN.UTF-8"}}) == Language::zh);
}

TEST_CASE("of LC_ALL, LC_MESSAGES and LANG the first that is not empty counts") {
  CHECK(language({}, {}) == Language::en);
  CHECK(language({}, {{"LANG", "zh_TW.UTF-8"}}) == Language::zh);
  CHECK(language({}, {{"LC_MESSAGES", "zh_CN"}, {"LANG", "en_GB.UTF-8"}}) == Language::zh);
  CHECK(language({}, {{"LC_ALL", "C"}, {"LC_MESSAGES", "zh_CN"}, {"LANG", "zh_CN"}}) == Language::en);
  CHECK(language({}, {{"LC_ALL", ""}, {"LANG", "zh_CN"}}) == Language::zh);
  CHECK(language({}, {{"LC_CTYPE", "zh_CN"}}) == Language::en);
}

TEST_CASE("colour goes to terminals only, unless it is asked for") {
  const Environment usual = {{"TERM", "xterm-256color"}};
  CHECK(color("", usual, true));
  CHECK_FALSE(color("", usual, false));
  CHECK(color("always", usual, false));
  CHECK_FALSE(color("never", usual, true));
  CHECK_FALSE(color("auto", {{"TERM", "dumb"}}, true));
  CHECK_FALSE(color("auto", {}, true));
}

TEST_CASE("NO_COLOR wins over FORCE_COLOR, and the option over both") {
  CHECK(color("", {{"FORCE_COLOR", "1"}}, false));
  CHECK_FALSE(color("", {{"NO_COLOR", "1"}, {"FORCE_COLOR", "1"}, {"TERM", "xterm"}}, true));
  CHECK(color("always", {{"NO_COLOR", "1"}}, false));
  CHECK_FALSE(color("never", {{"FORCE_COLOR", "1"}}, true));
  CHECK_FALSE(color("", {{"FORCE_COLOR", "0"}, {"TERM", "xterm"}}, true));
  // An empty variable is as good as none.
  CHECK(color("", {{"NO_COLOR", ""}, {"TERM", "xterm"}}, true));
  CHECK_FALSE(color("", {{"FORCE_COLOR", ""}}, false));
}

TEST_CASE("a pipe has no width, a terminal has one") {
  FakeWorld world;
  CHECK_FALSE(choose_text_options({}, fake_system(world)).width.has_value());
  world.terminal = {true, 57};
  CHECK(choose_text_options({}, fake_system(world)).width == 57);
}
