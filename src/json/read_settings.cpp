#include "read_settings.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "qkv/base/number.hpp"
#include "qkv/base/suggest.hpp"
#include "qkv/model/problem.hpp"

namespace qkv {
namespace {

Place place_of(const Entry& entry) {
  return entry.value.place(entry.pointer);
}

std::optional<std::vector<std::string>> read_names(Faults& faults, const Entry& entry) {
  if (!expect(faults, entry, JsonKind::array, "type.names")) return std::nullopt;
  const std::vector<JsonValue> elements = entry.value.elements();
  if (elements.empty()) {
    faults.add(entry, "names.empty");
    return std::nullopt;
  }
  const auto is_list = [](const JsonValue& value) { return value.is(JsonKind::array); };
  if (std::ranges::all_of(elements, is_list)) {
    faults.add(entry, "later.batches", {argument_key("expected", "type.names")});
    return std::nullopt;
  }
  std::vector<std::string> names;
  for (std::size_t i = 0; i < elements.size(); ++i) {
    if (auto name = read_name(faults, element_entry(entry, elements[i], i), name_columns)) {
      names.push_back(std::move(*name));
    }
  }
  if (names.size() != elements.size()) return std::nullopt;
  return names;
}

std::optional<RawScale> read_divisor(Faults& faults, const Entry& entry) {
  const std::optional<double> divisor = read_finite_number(faults, entry);
  if (!divisor) return std::nullopt;
  if (*divisor == 0.0) {
    faults.add(entry, "scale.zero");
    return std::nullopt;
  }
  if (std::fabs(*divisor) < Limits::smallest_divisor) {
    faults.add(entry, "scale.too-small", {argument("limit", format_shortest(Limits::smallest_divisor))});
    return std::nullopt;
  }
  const std::string written =
      entry.value.is(JsonKind::string) ? entry.value.string() : std::string(entry.value.number_text());
  return RawScale{RawScale::Kind::number, *divisor, written};
}

std::optional<Located<long long>> read_offset(Faults& faults, const Entry& causal) {
  constexpr std::array<std::string_view, 1> known = {"offset"};
  std::optional<Located<long long>> offset;
  const std::size_t faults_before = faults.count();
  for (const JsonValue::Member& member : causal.value.members()) {
    if (member.key.string() != known[0]) {
      unknown_key(faults, causal, member.key, known);
      continue;
    }
    const Entry entry = member_entry(causal, member);
    if (const auto value = read_whole_number(faults, entry)) offset = {*value, place_of(entry)};
  }
  if (!offset && faults.count() == faults_before) faults.add(causal, "mask.offset-missing");
  return offset;
}

void read_causal(Faults& faults, const Entry& entry, RawMask& mask) {
  if (entry.value.is(JsonKind::boolean)) {
    mask.causal = {{entry.value.boolean(), std::nullopt}, place_of(entry)};
  } else if (entry.value.is(JsonKind::object)) {
    if (auto offset = read_offset(faults, entry)) mask.causal = {{true, std::move(offset)}, place_of(entry)};
  } else {
    wrong_type(faults, entry, "type.causal");
  }
}

}  // namespace

void read_id(Faults& faults, const Entry& entry, RawProblem& raw) {
  if (auto id = read_name(faults, entry, name_columns)) raw.id = {std::move(*id), place_of(entry)};
}

void read_title(Faults& faults, const Entry& entry, RawProblem& raw) {
  constexpr std::array<std::string_view, 2> known = {"zh", "en"};
  LocalizedText title;
  if (entry.value.is(JsonKind::string)) {
    title.zh = title.en = read_name(faults, entry, title_columns).value_or("");
  } else if (entry.value.is(JsonKind::object)) {
    const std::size_t faults_before = faults.count();
    for (const JsonValue::Member& member : entry.value.members()) {
      const std::string& language = member.key.string();
      if (language != "zh" && language != "en") {
        unknown_key(faults, entry, member.key, known);
      } else if (auto text = read_name(faults, member_entry(entry, member), title_columns)) {
        (language == "zh" ? title.zh : title.en) = std::move(*text);
      }
    }
    if (title.empty() && faults.count() == faults_before) faults.add(entry, "title.empty");
    if (title.zh.empty()) title.zh = title.en;
    if (title.en.empty()) title.en = title.zh;
  } else {
    wrong_type(faults, entry, "type.title");
  }
  if (!title.empty()) raw.title = {std::move(title), place_of(entry)};
}

void read_tokens(Faults& faults, const Entry& entry, RawProblem& raw) {
  if (auto names = read_names(faults, entry)) raw.tokens = {std::move(*names), place_of(entry)};
}

void read_queries(Faults& faults, const Entry& entry, RawProblem& raw) {
  if (auto names = read_names(faults, entry)) raw.queries = {std::move(*names), place_of(entry)};
}

void read_scale(Faults& faults, const Entry& entry, RawProblem& raw) {
  constexpr std::array<std::string_view, 2> words = {"sqrt_dk", "none"};
  if (!entry.value.is(JsonKind::number) && !entry.value.is(JsonKind::string)) {
    wrong_type(faults, entry, "type.scale");
    return;
  }
  if (entry.value.is(JsonKind::string)) {
    const std::string& word = entry.value.string();
    if (word == words[0] || word == words[1]) {
      const auto kind = word == words[0] ? RawScale::Kind::sqrt_dk : RawScale::Kind::none;
      raw.scale = {{kind, 1.0, {}}, place_of(entry)};
      return;
    }
    const std::string near = nearest(word, std::span<const std::string_view>(words));
    if (!near.empty() && std::holds_alternative<Unreadable>(read_number(word))) {
      faults.add(entry, "scale.unknown", {argument("text", entry.value.excerpt())}, near);
      return;
    }
  }
  if (auto scale = read_divisor(faults, entry)) raw.scale = {std::move(*scale), place_of(entry)};
}

void read_mask(Faults& faults, const Entry& entry, RawProblem& raw) {
  constexpr std::array<std::string_view, 1> known = {"causal"};
  constexpr std::array<std::string_view, 5> later = {"window", "padding", "query_padding", "allow", "bias"};
  if (!expect(faults, entry, JsonKind::object, "type.mask")) return;
  RawMask mask;
  for (const JsonValue::Member& member : entry.value.members()) {
    const std::string& key = member.key.string();
    if (key == known[0]) {
      read_causal(faults, member_entry(entry, member), mask);
    } else if (std::ranges::find(later, key) != later.end()) {
      const Entry named = member_entry(entry, member);
      faults.add({member.key, named.pointer, named.name}, "later.key");
    } else {
      unknown_key(faults, entry, member.key, known);
    }
  }
  raw.mask = {std::move(mask), place_of(entry)};
}

void read_decimals(Faults& faults, const Entry& entry, RawProblem& raw) {
  if (entry.value.is(JsonKind::number)) {
    if (const auto value = read_whole_number(faults, entry)) {
      raw.decimals.push_back({{"", place_of(entry)}, {*value, place_of(entry)}});
    }
    return;
  }
  if (!expect(faults, entry, JsonKind::object, "type.decimals")) return;
  for (const JsonValue::Member& member : entry.value.members()) {
    const Entry named = member_entry(entry, member);
    if (const auto value = read_whole_number(faults, named)) {
      raw.decimals.push_back(
          {{member.key.string(), member.key.place(named.pointer)}, {*value, place_of(named)}});
    }
  }
}

void read_ask(Faults& faults, const Entry& entry, RawProblem& raw) {
  if (!expect(faults, entry, JsonKind::array, "type.steps")) return;
  const std::vector<JsonValue> elements = entry.value.elements();
  std::vector<Located<std::string>> steps;
  for (std::size_t i = 0; i < elements.size(); ++i) {
    const Entry element = element_entry(entry, elements[i], i);
    if (!expect(faults, element, JsonKind::string, "type.step")) continue;
    steps.push_back({element.value.string(), place_of(element)});
  }
  // What could be read is checked, whatever stands beside it.
  if (!steps.empty() || elements.empty()) raw.ask = {std::move(steps), place_of(entry)};
}

}  // namespace qkv
