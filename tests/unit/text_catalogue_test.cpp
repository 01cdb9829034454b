#include <algorithm>
#include <string>
#include <vector>

#include "qkv/text/catalogue.hpp"
#include "support/catch.hpp"

using namespace qkv;

TEST_CASE("languages have names that read back") {
  for (Language language : {Language::zh, Language::en}) {
    CHECK(language_from_name(language_name(language)) == language);
  }
  CHECK(language_name(Language::zh) == "zh");
  for (const char* name : {"", "ZH", "zh_CN", "english", "de"})
    CHECK_FALSE(language_from_name(name).has_value());
}

TEST_CASE("a Chinese locale in any spelling speaks Chinese, every other English") {
  for (const char* locale : {"zh", "zh_CN.UTF-8", "zh_TW", "zh-Hant", "zh.UTF-8", "ZH_cn", "zh@pinyin"}) {
    INFO(locale);
    CHECK(language_from_locale(locale) == Language::zh);
  }
  for (const char* locale : {"", "C", "POSIX", "C.UTF-8", "en_US.UTF-8", "de_DE", "z", "zha_CN", "ja_JP"}) {
    INFO(locale);
    CHECK(language_from_locale(locale) == Language::en);
  }
}

TEST_CASE("the tables are sorted, so that every key is found") {
  for (Language language : {Language::zh, Language::en}) {
    const auto table = catalogue_table(language);
    REQUIRE_FALSE(table.empty());
    CHECK(std::ranges::is_sorted(table, {}, &CatalogueEntry::key));
    const Catalogue catalogue(language);
    for (const CatalogueEntry& entry : table) {
      CHECK(catalogue.has(entry.key));
      CHECK(catalogue.text(entry.key) == entry.text);
    }
  }
}

TEST_CASE("a catalogue says the same thing in its language") {
  CHECK(Catalogue(Language::en).say("fault.suggestion", {argument("name", "walk")}) ==
        "did you mean \"walk\"?");
  CHECK(Catalogue(Language::zh).say("fault.suggestion", {argument("name", "合同")}) == "是不是想写“合同”？");
  CHECK(Catalogue(Language::zh).language() == Language::zh);
}

TEST_CASE("what fills a placeholder is never read as a pattern") {
  CHECK(Catalogue(Language::en).say("fault.suggestion", {argument("name", "{name} {} }{")}) ==
        "did you mean \"{name} {} }{\"?");
}

TEST_CASE("an argument can be a text of the catalogue itself") {
  CHECK(Catalogue(Language::zh).say("fault.suggestion", {argument_key("name", "axis.key")}) ==
        "是不是想写“键”？");
}

TEST_CASE("a text without placeholders may hold braces as they are") {
  // "type.object" shows an empty JSON object.
  REQUIRE(Catalogue(Language::en).text("type.object").find("{ }") != std::string_view::npos);
  CHECK(Catalogue(Language::en).say("fault.suggestion", {argument_key("name", "type.object")}).find("{ }") !=
        std::string::npos);
}

TEST_CASE("one thing and several are counted in their own words") {
  for (Language language : {Language::zh, Language::en}) {
    const Catalogue catalogue(language);
    CHECK(catalogue.count("check.more", 1) == catalogue.say("check.more.one", {argument("count", 1)}));
    for (long long count : {0, 2, 11, -1}) {
      const std::string text = catalogue.count("check.more", count);
      CHECK(text == catalogue.say("check.more.other", {argument("count", count)}));
      CHECK(text.find(std::to_string(count)) != std::string::npos);
    }
  }
}

TEST_CASE("an argument can be a number of things") {
  const std::vector<Argument> one = {argument("name", "V"), argument_count("columns", 1, "thing.column"),
                                     argument("heads", 2)};
  const std::vector<Argument> two = {argument("name", "V"), argument_count("columns", 2, "thing.column"),
                                     argument("heads", 4)};
  const Catalogue en(Language::en);
  CHECK(en.say("fault.heads.split", one).starts_with("V has 1 column, "));
  CHECK(en.say("fault.heads.split", two).starts_with("V has 2 columns, "));
}

TEST_CASE("a catalogue in ASCII signs changes its own words and not what fills them") {
  const Catalogue ascii(Language::en, Signs::ascii);
  CHECK(ascii.say("fault.ask.twice", {argument("name", "“a”")}) == "\"“a”\" is listed twice.");
  CHECK(Catalogue(Language::zh, Signs::ascii).say("fault.suggestion", {argument("name", "×")}) ==
        "是不是想写\"×\"？");
}

TEST_CASE("arguments that a text does not use do no harm") {
  CHECK(Catalogue(Language::en).say("axis.key", {argument("count", 3), argument("name", "x")}) == "key");
}

TEST_CASE("a placeholder without an argument leaves the text as it stands") {
  CHECK(Catalogue(Language::en).say("fault.suggestion", {}) == "did you mean \"{name}\"?");
}

TEST_CASE("an unknown key is not there") {
  CHECK_FALSE(Catalogue(Language::en).has("no.such.key"));
  CHECK_FALSE(Catalogue(Language::en).has(""));
#ifdef NDEBUG
  CHECK(Catalogue(Language::en).text("no.such.key") == "no.such.key");
  CHECK(Catalogue(Language::en).say("no.such.key", {argument("name", "x")}) == "no.such.key");
  CHECK(Catalogue(Language::en).count("no.such.key", 1) == "no.such.key.one");
#endif
}

TEST_CASE("a wording says what the catalogue says with the same arguments") {
  const auto said = [](const Wording& wording, std::initializer_list<std::string_view> values) {
    std::string text(wording.size(values), ' ');
    wording.write(text.data(), values);
    return text;
  };
  for (const Language language : {Language::zh, Language::en}) {
    for (const Signs signs : {Signs::all, Signs::ascii}) {
      const Catalogue catalogue(language, signs);
      CHECK(said(Wording(catalogue, "result.cell", {"written", "verdict"}), {"{0.5}", ""}) ==
            catalogue.say("result.cell", {argument("written", "{0.5}"), argument("verdict", "")}));
      CHECK(said(Wording(catalogue, "axis.key", {}), {}) == catalogue.say("axis.key", {}));
      // Braces of its own, and a placeholder that nothing stands for.
      CHECK(said(Wording(catalogue, "fault.unknown-key.mask", {"name"}), {"causal"}) ==
            catalogue.say("fault.unknown-key.mask", {argument("name", "causal")}));
      CHECK(said(Wording(catalogue, "fault.suggestion", {}), {}) == catalogue.say("fault.suggestion", {}));
    }
  }
}
