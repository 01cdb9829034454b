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

std::optional<std::vector<std::string>> read_name_list(Faults& faults, const Entry& entry) {
  if (!expect(faults, entry, JsonKind::array, "type.names")) return std::nullopt;
  const std::vector<JsonValue> elements = entry.value.elements();
  if (elements.empty()) {
    faults.add(entry, "names.empty");
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

// One list, or a list of lists: one for every batch member.
std::optional<RawNames> read_names(Faults& faults, const Entry& entry) {
  if (!expect(faults, entry, JsonKind::array, "type.names")) return std::nullopt;
  const std::vector<JsonValue> elements = entry.value.elements();
  const auto is_list = [](const JsonValue& value) { return value.is(JsonKind::array); };
  RawNames names;
  names.per_batch_member = !elements.empty() && std::ranges::all_of(elements, is_list);
  if (!names.per_batch_member) {
    auto list = read_name_list(faults, entry);
    if (!list) return std::nullopt;
    names.lists.push_back(std::move(*list));
    return names;
  }
  for (std::size_t i = 0; i < elements.size(); ++i) {
    auto list = read_name_list(faults, element_entry(entry, elements[i], i));
    if (list) names.lists.push_back(std::move(*list));
  }
  if (names.lists.size() != elements.size()) return std::nullopt;
  return names;
}

void copy_where_empty(LocalizedText& text) {
  if (text.zh.empty()) {
    text.zh = text.en;
    text.copied = LocalizedText::Copied::zh;
  } else if (text.en.empty()) {
    text.en = text.zh;
    text.copied = LocalizedText::Copied::en;
  }
}

// Text in both languages, or one text for both.
std::optional<LocalizedText> read_localized(Faults& faults, const Entry& entry, int columns) {
  constexpr std::array<std::string_view, 2> known = {"zh", "en"};
  LocalizedText text;
  if (entry.value.is(JsonKind::string)) {
    text.zh = text.en = read_name(faults, entry, columns).value_or("");
    text.copied = LocalizedText::Copied::unclear;
  } else if (entry.value.is(JsonKind::object)) {
    const std::size_t faults_before = faults.count();
    for (const JsonValue::Member& member : entry.value.members()) {
      const std::string& language = member.key.string();
      if (language != "zh" && language != "en") {
        unknown_key(faults, entry, member.key, known);
      } else if (auto part = read_name(faults, member_entry(entry, member), columns)) {
        (language == "zh" ? text.zh : text.en) = std::move(*part);
      }
    }
    if (text.empty() && faults.count() == faults_before) faults.add(entry, "title.empty");
    copy_where_empty(text);
  } else {
    wrong_type(faults, entry, "type.title");
  }
  if (text.empty()) return std::nullopt;
  return text;
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

}  // namespace

void read_id(Faults& faults, const Entry& entry, RawProblem& raw) {
  if (auto id = read_name(faults, entry, name_columns)) raw.id = {std::move(*id), place_of(entry)};
}

void read_title(Faults& faults, const Entry& entry, RawProblem& raw) {
  if (auto text = read_localized(faults, entry, title_columns))
    raw.title = {std::move(*text), place_of(entry)};
}

void read_note(Faults& faults, const Entry& entry, RawProblem& raw) {
  if (auto text = read_localized(faults, entry, note_columns)) raw.note = {std::move(*text), place_of(entry)};
}

void read_tokens(Faults& faults, const Entry& entry, RawProblem& raw) {
  if (auto names = read_names(faults, entry)) raw.tokens = {std::move(*names), place_of(entry)};
}

void read_queries(Faults& faults, const Entry& entry, RawProblem& raw) {
  if (auto names = read_names(faults, entry)) raw.queries = {std::move(*names), place_of(entry)};
}

template <std::optional<Located<long long>> RawProblem::*member>
void read_count(Faults& faults, const Entry& entry, RawProblem& raw) {
  if (const auto value = read_whole_number(faults, entry)) raw.*member = {*value, place_of(entry)};
}
template void read_count<&RawProblem::heads>(Faults&, const Entry&, RawProblem&);
template void read_count<&RawProblem::kv_heads>(Faults&, const Entry&, RawProblem&);
template void read_count<&RawProblem::d_k>(Faults&, const Entry&, RawProblem&);

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

namespace {

// One whole number for all steps, or an object with one for each step named; `other` takes keys that are no
// step.
template <typename Other>
void read_per_step(Faults& faults, const Entry& entry, std::vector<RawPerStep>& numbers, const char* type,
                   Other other) {
  if (entry.value.is(JsonKind::number)) {
    if (const auto value = read_whole_number(faults, entry)) {
      numbers.push_back({{"", place_of(entry)}, {*value, place_of(entry)}});
    }
    return;
  }
  if (!expect(faults, entry, JsonKind::object, type)) return;
  for (const JsonValue::Member& member : entry.value.members()) {
    const Entry named = member_entry(entry, member);
    if (other(member.key.string(), named)) continue;
    if (const auto value = read_whole_number(faults, named)) {
      numbers.push_back({{member.key.string(), member.key.place(named.pointer)}, {*value, place_of(named)}});
    }
  }
}

}  // namespace

void read_decimals(Faults& faults, const Entry& entry, RawProblem& raw) {
  read_per_step(faults, entry, raw.decimals, "type.decimals",
                [](const std::string&, const Entry&) { return false; });
}

void read_points(Faults& faults, const Entry& entry, RawProblem& raw) {
  read_per_step(faults, entry, raw.points, "type.points", [&](const std::string& key, const Entry& named) {
    if (key != "follow_through") return false;
    if (expect(faults, named, JsonKind::boolean, "type.boolean")) raw.follow_through = named.value.boolean();
    return true;
  });
}

void read_softmax(Faults& faults, const Entry& entry, RawProblem& raw) {
  constexpr std::array<std::string_view, 2> words = {"exp", "row-sum"};
  if (!expect(faults, entry, JsonKind::string, "type.softmax")) return;
  const std::string& word = entry.value.string();
  if (word == words[0] || word == words[1]) {
    raw.softmax = {word == words[0] ? Softmax::exp : Softmax::row_sum, place_of(entry)};
    return;
  }
  faults.add(entry, "softmax.unknown", {argument("text", entry.value.excerpt())},
             nearest(word, std::span<const std::string_view>(words)));
}

template <std::optional<Located<std::vector<Located<std::string>>>> RawProblem::*member>
void read_steps(Faults& faults, const Entry& entry, RawProblem& raw) {
  if (!expect(faults, entry, JsonKind::array, "type.steps")) return;
  const std::vector<JsonValue> elements = entry.value.elements();
  std::vector<Located<std::string>> steps;
  for (std::size_t i = 0; i < elements.size(); ++i) {
    const Entry element = element_entry(entry, elements[i], i);
    if (!expect(faults, element, JsonKind::string, "type.step")) continue;
    steps.push_back({element.value.string(), place_of(element)});
  }
  // What could be read is checked, whatever stands beside it.
  if (!steps.empty() || elements.empty()) raw.*member = {std::move(steps), place_of(entry)};
}
template void read_steps<&RawProblem::ask>(Faults&, const Entry&, RawProblem&);
template void read_steps<&RawProblem::given>(Faults&, const Entry&, RawProblem&);

}  // namespace qkv
