#include "course_reading.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "qkv/base/suggest.hpp"
#include "qkv/mistakes/mistakes.hpp"
#include "qkv/text/unicode.hpp"
#include "qkv/tutor/course.hpp"

namespace qkv {
namespace {

// A text for learners; a paragraph is never longer.
constexpr int text_columns = note_columns;

// Elements of a list, each read on its own.
template <typename Read>
void for_each_element(Faults& faults, const Entry& entry, const char* expected, Read read) {
  if (!expect(faults, entry, JsonKind::array, expected)) return;
  const std::vector<JsonValue> elements = entry.value.elements();
  if (elements.empty()) faults.add(entry, "content.empty-list");
  for (std::size_t i = 0; i < elements.size(); ++i) read(element_entry(entry, elements[i], i));
}

bool is_known_mistake(std::string_view id) {
  return find_mistake(id) != nullptr || std::ranges::find(concepts(), id) != concepts().end();
}

}  // namespace

std::optional<Entry> find_member(const Entry& object, std::string_view key) {
  for (const JsonValue::Member& member : object.value.each_member()) {
    if (member.key.string() == key) return member_entry(object, member);
  }
  return std::nullopt;
}

std::optional<Entry> required_member(Faults& faults, const Entry& object, std::string_view key) {
  std::optional<Entry> found = find_member(object, key);
  if (!found) faults.add(object, "content.missing-key", {argument("key", std::string(key))});
  return found;
}

void check_keys(Faults& faults, const Entry& object, std::span<const std::string_view> known) {
  for (const JsonValue::Member& member : object.value.each_member()) {
    if (std::ranges::find(known, member.key.string()) == known.end())
      unknown_key(faults, object, member.key, known);
  }
}

std::optional<LocatedText> read_said(Faults& faults, const Entry& entry) {
  static constexpr std::array<std::string_view, 2> languages = {"zh", "en"};
  if (!expect(faults, entry, JsonKind::object, "type.both-languages")) return std::nullopt;
  check_keys(faults, entry, languages);
  LocatedText said{.text = {}, .place = place_of(entry)};
  for (const std::string_view language : languages) {
    const std::optional<Entry> part = find_member(entry, language);
    if (!part) {
      faults.add(entry, "content.missing-language",
                 {argument_key("language", "language." + std::string(language))});
    } else if (auto text = read_name(faults, *part, text_columns)) {
      (language == "zh" ? said.text.zh : said.text.en) = std::move(*text);
    }
  }
  return said;
}

std::optional<LocatedText> read_said_member(Faults& faults, const Entry& object, std::string_view key) {
  const std::optional<Entry> entry = required_member(faults, object, key);
  return entry ? read_said(faults, *entry) : std::nullopt;
}

std::vector<LocatedText> read_said_list(Faults& faults, const Entry& entry) {
  std::vector<LocatedText> list;
  for_each_element(faults, entry, "type.array", [&](const Entry& element) {
    if (auto said = read_said(faults, element)) list.push_back(std::move(*said));
  });
  return list;
}

std::string read_id_member(Faults& faults, const Entry& object, std::string_view key) {
  const std::optional<Entry> entry = required_member(faults, object, key);
  return entry ? read_name(faults, *entry, name_columns).value_or("") : "";
}

std::string read_own_id(Faults& faults, const Entry& object) {
  std::string id = read_id_member(faults, object, "id");
  const bool odd =
      visible(id) != id || id.find(' ') != std::string::npos || id.find("\u3000") != std::string::npos;
  if (odd) faults.add(*find_member(object, "id"), "content.odd-id", {argument("id", shown_key(id))});
  return id;
}

std::vector<std::string> read_id_list(Faults& faults, const Entry& entry) {
  std::vector<std::string> ids;
  for_each_element(faults, entry, "type.ids", [&](const Entry& element) {
    if (auto id = read_name(faults, element, name_columns)) ids.push_back(std::move(*id));
  });
  return ids;
}

std::vector<std::string> read_points(Faults& faults, const Entry& object) {
  const std::optional<Entry> entry = required_member(faults, object, "points");
  std::vector<std::string> points;
  if (!entry || !expect(faults, *entry, JsonKind::array, "type.ids")) return points;
  const std::vector<JsonValue> elements = entry->value.elements();
  for (std::size_t i = 0; i < elements.size(); ++i) {
    const Entry element = element_entry(*entry, elements[i], i);
    auto id = read_name(faults, element, name_columns);
    if (!id) continue;
    if (!is_course_point(*id) && !is_known_mistake(*id)) {
      std::vector<std::string_view> known;
      for (const CoursePoint& point : course_points()) known.push_back(point.id);
      for (const Mistake& mistake : mistakes()) known.push_back(mistake.id);
      faults.add(element, "content.unknown-point", {argument("id", shown_key(*id))},
                 nearest(*id, std::span<const std::string_view>(known)));
    }
    points.push_back(std::move(*id));
  }
  return points;
}

std::optional<bool> read_truth(Faults& faults, const Entry& entry) {
  if (!expect(faults, entry, JsonKind::boolean, "type.flag")) return std::nullopt;
  return entry.value.boolean();
}

std::optional<Step> read_step(Faults& faults, const Entry& entry) {
  if (!expect(faults, entry, JsonKind::string, "type.step")) return std::nullopt;
  const std::optional<Step> step = step_from_name(entry.value.string());
  if (!step) {
    std::vector<std::string_view> names;
    for (const Step each : all_steps) names.push_back(step_name(each));
    faults.add({entry.value, entry.pointer, entry.value.string()}, "step.unknown", {},
               nearest(entry.value.string(), std::span<const std::string_view>(names)));
  }
  return step;
}

std::vector<Step> read_step_list(Faults& faults, const Entry& entry) {
  std::vector<Step> steps;
  for_each_element(faults, entry, "type.steps", [&](const Entry& element) {
    if (const auto step = read_step(faults, element)) steps.push_back(*step);
  });
  return steps;
}

}  // namespace qkv
