// Words live in the catalogue: none in C++, none missing, none left over.
#include <algorithm>
#include <regex>
#include <set>

#include "qkv/text/catalogue.hpp"
#include "support/catch.hpp"
#include "support/sources.hpp"

using namespace qkv;
using namespace qkv::test;

namespace {

std::set<std::string> all_literals() {
  std::set<std::string> literals;
  for (const SourceFile& file : source_files()) {
    for (const std::string& literal : string_literals(file.text)) literals.insert(literal);
  }
  return literals;
}

bool has_cjk_ideograph(const std::string& text) {
  // U+4E00 to U+9FFF begin with the bytes E4 B8 to E9 BF in UTF-8.
  for (std::size_t i = 0; i + 2 < text.size(); ++i) {
    const auto byte = static_cast<unsigned char>(text[i]);
    const auto next = static_cast<unsigned char>(text[i + 1]);
    if ((byte == 0xE4 && next >= 0xB8) || (byte >= 0xE5 && byte <= 0xE9)) return true;
  }
  return false;
}

// Words of file formats, the same in every language.
bool is_format_word(const std::string& literal) {
  const std::vector<std::string> words = {"TAP version 14", "Bail out! ",      "not ok ",
                                          "<?xml version=", "Student,ID,SIS ", "\\r\\nPoints Possible"};
  return std::ranges::any_of(words, [&](const std::string& word) { return literal.rfind(word, 0) == 0; });
}

bool is_sentence(const std::string& literal) {
  static const std::regex words("[A-Za-z]{2,},? [A-Za-z]{2,}");
  if (is_format_word(literal)) return false;
  if (literal.rfind("qkv ", 0) == 0 || literal.rfind("--", 0) == 0)
    return false;  // typed, the same in every language
  return has_cjk_ideograph(literal) || std::regex_search(literal, words);
}

// "walk.scores.why", "problem.ragged": what keys and fault codes look like.
bool is_dotted_key(const std::string& literal) {
  static const std::regex dotted("[a-z][a-z-]*(\\.[A-Za-z0-9_-]+)+");
  static const std::regex file_name(".*\\.(json|md|schema)");
  return std::regex_match(literal, dotted) && !std::regex_match(literal, file_name);
}

std::set<std::string> catalogue_keys() {
  std::set<std::string> keys;
  for (const CatalogueEntry& entry : catalogue_table(Language::en)) keys.insert(std::string(entry.key));
  return keys;
}

bool known(const std::string& literal, const std::set<std::string>& keys) {
  for (const std::string& key : {literal, "fault." + literal, literal + ".one"}) {
    if (keys.count(key) == 1) return true;
  }
  // The beginning of a key that is put together at run time.
  const auto next = keys.lower_bound(literal + ".");
  return next != keys.end() && next->rfind(literal + ".", 0) == 0;
}

bool used(const std::string& key, const std::set<std::string>& literals) {
  if (literals.count(key) == 1) return true;
  // Faults are named by their code, or by the beginning of one ("missing." + key): "fault." alone says
  // nothing.
  if (key.rfind("fault.", 0) == 0) return used(key.substr(6), literals);
  // Put together from a beginning that stands in the sources: "walk." + step + ".why".
  for (auto dot = key.rfind('.'); dot != std::string::npos && dot > 0; dot = key.rfind('.', dot - 1)) {
    if (literals.count(key.substr(0, dot + 1)) == 1 || literals.count(key.substr(0, dot)) == 1) return true;
  }
  return false;
}

}  // namespace

TEST_CASE("no sentence stands in C++") {
  for (const SourceFile& file : source_files()) {
    for (const std::string& literal : string_literals(file.text)) {
      if (is_sentence(literal)) FAIL_CHECK(file.path << " says \"" << literal << "\"");
    }
  }
  CHECK(is_sentence("No such file"));
  CHECK(is_sentence("\xE5\x90\x88\xE5\x90\x8C"));
  CHECK_FALSE(is_sentence("walk.scores.why"));
}

TEST_CASE("every key and fault code that the sources name has its text") {
  const auto keys = catalogue_keys();
  for (const std::string& literal : all_literals()) {
    if (is_dotted_key(literal) && !known(literal, keys)) FAIL_CHECK("no text for \"" << literal << "\"");
  }
}

TEST_CASE("every text is used somewhere") {
  const auto literals = all_literals();
  for (const std::string& key : catalogue_keys()) {
    if (!used(key, literals)) FAIL_CHECK("nothing uses \"" << key << "\"");
  }
}
