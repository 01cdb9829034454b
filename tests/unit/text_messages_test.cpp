// What every text of the catalogue owes its readers, whoever wrote it.
#include <algorithm>
#include <regex>
#include <set>
#include <string>
#include <vector>

#include "qkv/base/utf8.hpp"
#include "qkv/text/catalogue.hpp"
#include "support/catch.hpp"

using namespace qkv;

namespace {

std::vector<std::string> keys(Language language) {
  std::vector<std::string> all;
  for (const CatalogueEntry& entry : catalogue_table(language)) all.emplace_back(entry.key);
  return all;
}

// The names between single braces, as often as they stand there; "{{" is a literal brace.
std::set<std::string> placeholders(std::string text) {
  text = std::regex_replace(text, std::regex("\\{\\{|\\}\\}"), "");
  static const std::regex placeholder("\\{([a-z][a-z0-9_]*)\\}");
  std::set<std::string> names;
  for (std::sregex_iterator at(text.begin(), text.end(), placeholder), end; at != end; ++at) {
    names.insert((*at)[1]);
  }
  return names;
}

// A brace beside placeholders that is not doubled keeps all of them from being filled.
bool has_stray_brace(std::string text) {
  if (placeholders(text).empty()) return false;
  text = std::regex_replace(text, std::regex("\\{\\{|\\}\\}"), "");
  text = std::regex_replace(text, std::regex("\\{[a-z][a-z0-9_]*\\}"), "");
  return text.find_first_of("{}") != std::string::npos;
}

bool is_cjk(char32_t c) {
  const bool ideograph = (c >= 0x3400 && c <= 0x9FFF) || (c >= 0x20000 && c <= 0x3FFFF);
  const bool punctuation = (c >= 0x3000 && c <= 0x303F) || (c >= 0xFF00 && c <= 0xFF65);
  return ideograph || punctuation;
}

// Every unbroken run of CJK characters.
std::vector<std::string> cjk_runs(const std::string& text) {
  std::vector<std::string> runs;
  bool inside = false;
  for (std::size_t i = 0; i < text.size();) {
    const CodePoint c = decode_utf8(text, i);
    if (is_cjk(c.value)) {
      if (!inside) runs.emplace_back();
      runs.back() += text.substr(i, c.length);
    }
    inside = is_cjk(c.value);
    i += c.length;
  }
  return runs;
}

bool ends_like_a_sentence(const std::string& text) {
  const std::vector<std::string> marks = {"。", "？", "！", "：", ".", "?", "!", ":"};
  return std::ranges::any_of(marks, [&text](const std::string& mark) { return text.ends_with(mark); });
}

bool has_words(std::string_view text) {
  return std::ranges::any_of(text, [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || static_cast<unsigned char>(c) >= 0x80;
  });
}

}  // namespace

TEST_CASE("both languages have the same keys") {
  CHECK(keys(Language::zh) == keys(Language::en));
}

TEST_CASE("both languages name the same placeholders") {
  const Catalogue zh(Language::zh);
  for (const CatalogueEntry& entry : catalogue_table(Language::en)) {
    if (!zh.has(entry.key)) continue;
    INFO(entry.key);
    CHECK(placeholders(std::string(entry.text)) == placeholders(std::string(zh.text(entry.key))));
  }
}

TEST_CASE("beside a placeholder every other brace is doubled") {
  for (Language language : {Language::zh, Language::en}) {
    for (const CatalogueEntry& entry : catalogue_table(language)) {
      INFO(entry.key << ": " << entry.text);
      CHECK_FALSE(has_stray_brace(std::string(entry.text)));
    }
  }
  CHECK(has_stray_brace("{name} {}"));
  CHECK(has_stray_brace("{name} } b"));
  CHECK(has_stray_brace("{name} {count:>3}"));
  CHECK_FALSE(has_stray_brace("{{\"qkv\": {n}}}"));
  CHECK_FALSE(has_stray_brace("{\"causal\": true}"));
}

TEST_CASE("no text is empty, and no words are framed by blanks") {
  for (Language language : {Language::zh, Language::en}) {
    for (const CatalogueEntry& entry : catalogue_table(language)) {
      INFO(entry.key);
      REQUIRE_FALSE(entry.text.empty());
      if (!has_words(entry.text)) continue;                             // a separator
      if (entry.key.find(".tail") != std::string_view::npos) continue;  // goes on where another text ends
      CHECK(std::string_view(" \n\t").find(entry.text.front()) == std::string_view::npos);
      CHECK(std::string_view(" \n\t").find(entry.text.back()) == std::string_view::npos);
    }
  }
}

TEST_CASE("a text for one thing has a twin for several") {
  const Catalogue en(Language::en);
  for (const std::string& key : keys(Language::en)) {
    if (!key.ends_with(".one")) continue;
    INFO(key);
    const std::string stem = key.substr(0, key.size() - 4);
    CHECK((en.has(stem + ".other") || en.has(stem)));
  }
}

TEST_CASE("an English text has no Chinese but the words that it quotes") {
  const Catalogue zh(Language::zh);
  for (const CatalogueEntry& entry : catalogue_table(Language::en)) {
    if (!zh.has(entry.key)) continue;
    const std::string chinese(zh.text(entry.key));
    for (const std::string& run : cjk_runs(std::string(entry.text))) {
      INFO(entry.key << ": " << run);
      // A token of a problem, the same in both languages: never punctuation, never a clause.
      CHECK(chinese.find(run) != std::string::npos);
      CHECK(run.size() <= 12);
      CHECK(run.find("\xEF\xBC") == std::string::npos);
      CHECK(run.find("\xE3\x80") == std::string::npos);
    }
  }
}

TEST_CASE("a Chinese sentence is Chinese") {
  const Catalogue en(Language::en);
  for (const CatalogueEntry& entry : catalogue_table(Language::zh)) {
    if (!en.has(entry.key)) continue;
    const std::string chinese(entry.text);
    const std::string english(en.text(entry.key));
    if (!ends_like_a_sentence(chinese) && !ends_like_a_sentence(english)) continue;
    INFO(entry.key << ": " << chinese);
    CHECK_FALSE(cjk_runs(chinese).empty());
  }
}

TEST_CASE("no text holds what a terminal would act upon") {
  for (Language language : {Language::zh, Language::en}) {
    for (const CatalogueEntry& entry : catalogue_table(language)) {
      INFO(entry.key);
      for (char c : entry.text) CHECK((c == '\n' || static_cast<unsigned char>(c) >= 0x20));
    }
  }
}
