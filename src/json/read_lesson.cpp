#include <algorithm>
#include <array>
#include <utility>

#include "course_reading.hpp"
#include "qkv/base/suggest.hpp"
#include "qkv/json/read_content.hpp"

namespace qkv {
namespace {

using Body = decltype(LessonPart::body);
using ReadPart = Body (*)(Faults& faults, const Entry& entry);

Body read_text(Faults& faults, const Entry& entry) {
  return TextPart{read_said(faults, entry).value_or(LocatedText{})};
}

Body read_list(Faults& faults, const Entry& entry) {
  return ListPart{read_said_list(faults, entry)};
}

// One line for both languages, or one each.
Body read_formula(Faults& faults, const Entry& entry) {
  if (entry.value.is(JsonKind::object)) return FormulaPart{read_said(faults, entry).value_or(LocatedText{})};
  const std::string line = read_name(faults, entry, note_columns).value_or("");
  return FormulaPart{{{.zh = line, .en = line}, place_of(entry)}};
}

// Lines as they are, empty ones among them.
Body read_code(Faults& faults, const Entry& entry) {
  CodePart code;
  if (!expect(faults, entry, JsonKind::array, "type.lines")) return code;
  const std::vector<JsonValue> elements = entry.value.elements();
  if (elements.empty()) faults.add(entry, "content.empty-list");
  for (std::size_t i = 0; i < elements.size(); ++i) {
    if (expect(faults, element_entry(entry, elements[i], i), JsonKind::string, "type.string"))
      code.lines.push_back(elements[i].string());
  }
  return code;
}

// {"problem": …, <steps>: …}, and what else is known there.
std::pair<std::string, std::vector<Step>> read_tables(Faults& faults, const Entry& entry,
                                                      std::string_view steps_key,
                                                      std::vector<std::string_view> known = {}) {
  std::pair<std::string, std::vector<Step>> tables;
  if (!expect(faults, entry, JsonKind::object, "type.object")) return tables;
  known.insert(known.end(), {"problem", steps_key});
  check_keys(faults, entry, known);
  tables.first = read_id_member(faults, entry, "problem");
  if (const auto steps = required_member(faults, entry, steps_key))
    tables.second = read_step_list(faults, *steps);
  return tables;
}

Body read_look(Faults& faults, const Entry& entry) {
  auto [problem, steps] = read_tables(faults, entry, "steps", {"bare"});
  bool bare = false;
  if (const auto value = find_member(entry, "bare")) bare = read_truth(faults, *value).value_or(false);
  return LookPart{std::move(problem), std::move(steps), bare};
}

Body read_do(Faults& faults, const Entry& entry) {
  auto [problem, steps] = read_tables(faults, entry, "ask");
  return DoPart{std::move(problem), std::move(steps)};
}

Body read_question_part(Faults& faults, const Entry& entry) {
  return QuestionPart{read_name(faults, entry, name_columns).value_or("")};
}

struct LinkRow {
  std::string_view name;
  SeeLink::Kind kind;
  std::string_view key;  // that holds the target
};
constexpr std::array link_rows = {LinkRow{"lesson", SeeLink::Kind::lesson, "id"},
                                  LinkRow{"explain", SeeLink::Kind::explain, "id"},
                                  LinkRow{"command", SeeLink::Kind::command, "command"}};

std::optional<SeeLink> read_link(Faults& faults, const Entry& entry) {
  if (!expect(faults, entry, JsonKind::object, "type.link")) return std::nullopt;
  const std::string kind = read_id_member(faults, entry, "kind");
  const auto row = std::ranges::find(link_rows, kind, &LinkRow::name);
  if (row == link_rows.end()) {
    std::array<std::string_view, link_rows.size()> names;
    std::ranges::transform(link_rows, names.begin(), &LinkRow::name);
    if (!kind.empty())
      faults.add(entry, "content.unknown-link", {argument("kind", shown_key(kind))},
                 nearest(kind, std::span<const std::string_view>(names)));
    return std::nullopt;
  }
  const std::array<std::string_view, 2> known = {"kind", row->key};
  check_keys(faults, entry, known);
  const auto target = required_member(faults, entry, row->key);
  if (!target) return std::nullopt;
  return SeeLink{row->kind, read_name(faults, *target, title_columns).value_or(""), place_of(*target)};
}

Body read_see(Faults& faults, const Entry& entry) {
  SeePart see;
  if (!expect(faults, entry, JsonKind::array, "type.array")) return see;
  const std::vector<JsonValue> elements = entry.value.elements();
  if (elements.empty()) faults.add(entry, "content.empty-list");
  for (std::size_t i = 0; i < elements.size(); ++i) {
    if (auto link = read_link(faults, element_entry(entry, elements[i], i)))
      see.links.push_back(std::move(*link));
  }
  return see;
}

struct PartRow {
  std::string_view key;
  ReadPart read;
};

// THE table of what a lesson is made of.
constexpr std::array part_rows = {PartRow{"text", read_text},
                                  PartRow{"list", read_list},
                                  PartRow{"formula", read_formula},
                                  PartRow{"code", read_code},
                                  PartRow{"look", read_look},
                                  PartRow{"do", read_do},
                                  PartRow{"question", read_question_part},
                                  PartRow{"see", read_see}};

std::optional<LessonPart> read_part(Faults& faults, const Entry& entry) {
  if (!expect(faults, entry, JsonKind::object, "type.lesson-part")) return std::nullopt;
  std::array<std::string_view, part_rows.size()> known;
  std::ranges::transform(part_rows, known.begin(), &PartRow::key);
  const std::vector<JsonValue::Member> members = entry.value.members();
  check_keys(faults, entry, known);
  if (members.size() != 1) {
    faults.add(entry, "content.one-key", {argument("found", static_cast<long long>(members.size()))});
    return std::nullopt;
  }
  const auto row = std::ranges::find(part_rows, members.front().key.string(), &PartRow::key);
  if (row == part_rows.end()) return std::nullopt;
  const Entry content = member_entry(entry, members.front());
  return LessonPart{row->read(faults, content), place_of(content)};
}

}  // namespace

Result<Lesson> read_lesson(std::string text, const std::string& file) {
  static constexpr std::array<std::string_view, 6> known = {"qkv", "id", "title", "aim", "points", "parts"};
  const auto parsed = parse_json(std::move(text), file);
  if (!parsed) return parsed.faults();
  const Entry root = root_entry(parsed.value());
  Faults faults;
  for (const Diagnostic& duplicate : parsed.value().duplicate_keys()) faults.add(duplicate);
  if (!expect(faults, root, JsonKind::object, "type.lesson") || !read_version(faults, root))
    return faults.take(file);
  check_keys(faults, root, known);
  Lesson lesson;
  lesson.place = place_of(root);
  lesson.id = read_own_id(faults, root);
  lesson.title = read_said_member(faults, root, "title").value_or(LocatedText{});
  lesson.aim = read_said_member(faults, root, "aim").value_or(LocatedText{});
  lesson.points = read_points(faults, root);
  const auto parts = required_member(faults, root, "parts");
  if (parts && expect(faults, *parts, JsonKind::array, "type.array")) {
    const std::vector<JsonValue> elements = parts->value.elements();
    if (elements.empty()) faults.add(*parts, "content.empty-list");
    for (std::size_t i = 0; i < elements.size(); ++i) {
      if (auto part = read_part(faults, element_entry(*parts, elements[i], i)))
        lesson.parts.push_back(std::move(*part));
    }
  }
  if (faults.count() > 0) return faults.take(file);
  return lesson;
}

}  // namespace qkv
