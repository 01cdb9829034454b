#include "qkv/text/catalogue.hpp"

#include <algorithm>
#include <cassert>
#include <utility>

#include "qkv/text/ascii.hpp"

namespace qkv {
namespace {

const CatalogueEntry* find(std::span<const CatalogueEntry> table, std::string_view key) {
  const auto found = std::ranges::lower_bound(table, key, {}, &CatalogueEntry::key);
  return found != table.end() && found->key == key ? &*found : nullptr;
}

// Goes through a pattern: literal(text) for what stands in it, hole(name) for a placeholder, in their order.
// False where it ends early: at a brace that belongs to nothing, or at a hole that says false.
template <typename Literal, typename Hole>
bool take_apart(std::string_view pattern, Literal literal, Hole hole) {
  while (true) {
    const std::size_t brace = std::min(pattern.find_first_of("{}"), pattern.size());
    literal(pattern.substr(0, brace));
    if (brace == pattern.size()) return true;
    pattern.remove_prefix(brace);
    if (pattern.size() > 1 && pattern[1] == pattern[0]) {
      literal(pattern.substr(0, 1));
      pattern.remove_prefix(2);
      continue;
    }
    const std::size_t end = pattern.find('}');
    if (pattern[0] == '}' || end == std::string_view::npos || !hole(pattern.substr(1, end - 1))) return false;
    pattern.remove_prefix(end + 1);
  }
}

bool is_letter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

}  // namespace

std::string_view language_name(Language language) {
  switch (language) {
    case Language::zh:
      return "zh";
    case Language::en:
      return "en";
  }
  return "en";
}

std::optional<Language> language_from_name(std::string_view name) {
  if (name == "zh") return Language::zh;
  if (name == "en") return Language::en;
  return std::nullopt;
}

Language language_from_locale(std::string_view locale) {
  const bool chinese = locale.size() >= 2 && (locale[0] | 0x20) == 'z' && (locale[1] | 0x20) == 'h';
  // zh, zh_CN, zh-Hant, zh.UTF-8, but not zha, which is another language.
  return chinese && (locale.size() == 2 || !is_letter(locale[2])) ? Language::zh : Language::en;
}

Catalogue::Catalogue(Language language, Signs signs)
    : language_(language), signs_(signs), table_(catalogue_table(language)) {}

bool Catalogue::has(std::string_view key) const {
  return find(table_, key) != nullptr;
}

std::string_view Catalogue::text(std::string_view key) const {
  const CatalogueEntry* entry = find(table_, key);
  assert(entry != nullptr);
  return entry != nullptr ? entry->text : key;
}

std::string Catalogue::say(std::string_view key, const std::vector<Argument>& arguments) const {
  const std::string in_signs = signs_ == Signs::ascii ? to_ascii(text(key)) : std::string();
  const std::string_view pattern = signs_ == Signs::ascii ? std::string_view(in_signs) : text(key);
  std::string filled;
  const bool whole = take_apart(
      pattern, [&filled](std::string_view literal) { filled += literal; },
      [&](std::string_view name) {
        const auto found = std::ranges::find(arguments, name, &Argument::name);
        if (found == arguments.end()) return false;
        add(filled, *found);
        return true;
      });
  return whole ? filled : std::string(pattern);  // better a sentence with a gap than none
}

void Catalogue::add(std::string& text, const Argument& argument) const {
  switch (argument.kind) {
    case Argument::Kind::literal:
      text += argument.value;
      break;
    case Argument::Kind::key:
      text += say(argument.value, {});
      break;
    case Argument::Kind::counted:
      text += say(argument.thing + (argument.value == "1" ? ".one" : ".other"),
                  {qkv::argument("count", argument.value)});
      break;
  }
}

std::string Catalogue::count(std::string_view key, long long count, std::vector<Argument> arguments) const {
  arguments.push_back(argument("count", count));
  return say(std::string(key) + (count == 1 ? ".one" : ".other"), arguments);
}

Wording::Wording(const Catalogue& catalogue, std::string_view key,
                 std::initializer_list<std::string_view> names) {
  const std::string pattern =
      catalogue.signs() == Signs::ascii ? to_ascii(catalogue.text(key)) : std::string(catalogue.text(key));
  const bool whole = take_apart(
      pattern, [this](std::string_view literal) { end_ += literal; },
      [&](std::string_view name) {
        const auto found = std::ranges::find(names, name);
        if (found == names.end()) return false;
        pieces_.push_back({std::move(end_), static_cast<std::size_t>(found - names.begin())});
        end_.clear();
        return true;
      });
  if (whole) return;
  pieces_.clear();
  end_ = pattern;
}

std::size_t Wording::size(std::initializer_list<std::string_view> values) const {
  std::size_t size = end_.size();
  for (const Piece& piece : pieces_) size += piece.before.size() + values.begin()[piece.value].size();
  return size;
}

void Wording::write(char* to, std::initializer_list<std::string_view> values) const {
  // Most pieces are so short that a call to copy them takes longer than copying.
  const auto add = [&to](std::string_view text) {
    for (const char c : text) *to++ = c;
  };
  for (const Piece& piece : pieces_) {
    add(piece.before);
    add(values.begin()[piece.value]);
  }
  add(end_);
}

}  // namespace qkv
