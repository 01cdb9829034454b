#include "qkv/text/catalogue.hpp"

#include <algorithm>
#include <cassert>
#include <functional>

#include <fmt/args.h>
#include <fmt/format.h>

#include "qkv/text/ascii.hpp"

namespace qkv {
namespace {

const CatalogueEntry* find(std::span<const CatalogueEntry> table, std::string_view key) {
  const auto found = std::ranges::lower_bound(table, key, {}, &CatalogueEntry::key);
  return found != table.end() && found->key == key ? &*found : nullptr;
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
  if (pattern.find_first_of("{}") == std::string_view::npos) return std::string(pattern);
  fmt::dynamic_format_arg_store<fmt::format_context> filling;
  for (const Argument& argument : arguments) {
    if (argument.kind == Argument::Kind::key) {
      filling.push_back(fmt::arg(argument.name.c_str(), say(argument.value, {})));
    } else if (argument.kind == Argument::Kind::counted) {
      const std::string twin = argument.thing + (argument.value == "1" ? ".one" : ".other");
      filling.push_back(fmt::arg(argument.name.c_str(), say(twin, {qkv::argument("count", argument.value)})));
    } else {
      filling.push_back(fmt::arg(argument.name.c_str(), std::cref(argument.value)));
    }
  }
  try {
    return fmt::vformat(fmt::string_view(pattern.data(), pattern.size()), filling);
  } catch (const fmt::format_error&) {
    return std::string(pattern);  // better a sentence with a gap than none
  }
}

std::string Catalogue::count(std::string_view key, long long count, std::vector<Argument> arguments) const {
  arguments.push_back(argument("count", count));
  return say(std::string(key) + (count == 1 ? ".one" : ".other"), arguments);
}

}  // namespace qkv
