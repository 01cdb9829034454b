// Everything the program says, in the reader's language.
//
// The sentences stand in data/text/zh.json and data/text/en.json under dotted keys; the build turns them into
// sorted constant tables, so that looking one up costs nothing at start. Placeholders are named: "{name}".
#pragma once

#include <cstddef>
#include <initializer_list>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "qkv/base/result.hpp"

namespace qkv {

enum class Language { zh, en };

std::string_view language_name(Language language);                  // "zh"
std::optional<Language> language_from_name(std::string_view name);  // exactly "zh" or "en"
// From a locale name such as "zh_CN.UTF-8", "zh-Hant" or "C": Chinese if its language is zh, else English.
Language language_from_locale(std::string_view locale);

// A text in both languages that comes from data (a title), not from the catalogue.
struct LocalizedText {
  // Which of the two was not written and is a copy of the other.
  enum class Copied { none, zh, en, unclear };  // unclear: one text was written for both

  std::string zh;
  std::string en;
  Copied copied = Copied::none;
  const std::string& in(Language language) const { return language == Language::zh ? zh : en; }
  bool empty() const { return zh.empty() && en.empty(); }
};

struct CatalogueEntry {
  std::string_view key;
  std::string_view text;
};

// The embedded table of a language, sorted by key.
std::span<const CatalogueEntry> catalogue_table(Language language);

// Which signs a text may hold beside letters.
enum class Signs {
  all,
  ascii,  // “…” as "..." and so on; what fills a placeholder stays
};

class Catalogue {
 public:
  explicit Catalogue(Language language, Signs signs = Signs::all);

  Language language() const { return language_; }
  Signs signs() const { return signs_; }
  bool has(std::string_view key) const;
  // The text as it stands. A key that is missing is a bug: an assert, and the key itself in a release build.
  std::string_view text(std::string_view key) const;
  // The text in the signs of this catalogue with its placeholders filled; {{ and }} become single braces. A
  // placeholder without an argument, or a single brace that is none, leaves the whole text as it stands.
  std::string say(std::string_view key, const std::vector<Argument>& arguments) const;
  // The same for a counted thing: key.one when count is 1, else key.other; {count} is filled as well.
  std::string count(std::string_view key, long long count, std::vector<Argument> arguments = {}) const;

 private:
  void add(std::string& text, const Argument& argument) const;

  Language language_;
  Signs signs_;
  std::span<const CatalogueEntry> table_;
};

// A text taken apart at its placeholders, for what is said thousands of times with other values.
class Wording {
 public:
  // `names`: the placeholders, in the order in which size() and write() are given what stands for them.
  Wording(const Catalogue& catalogue, std::string_view key, std::initializer_list<std::string_view> names);

  // What Catalogue::say() says with these literal arguments: its size, and the text itself written to where
  // there is room for it.
  std::size_t size(std::initializer_list<std::string_view> values) const;
  void write(char* to, std::initializer_list<std::string_view> values) const;

 private:
  struct Piece {
    std::string before;  // what stands between the last placeholder and this one
    std::size_t value;   // which of the values fills it
  };
  std::vector<Piece> pieces_;
  std::string end_;  // what stands behind the last one
};

// A fault as lines for a person: place, message, excerpt with a caret, suggestion.
//
//   problems/a.json:3:16: /K/1: Row 2 has …
//     |  "K": [[1, 0], [1]],
//     |                ^
//     did you mean "…"?
//
// What the place does not know is left out; a long line is cut around the caret to about 100 columns, a long
// key of the pointer to 40. The message is one line of any length; no line break at the end. Names, pointers,
// arguments and the excerpt pass through visible().
std::string fault_text(const Catalogue& catalogue, const Diagnostic& fault);

}  // namespace qkv
