#include "qkv/json/read_notes.hpp"

#include <algorithm>
#include <cassert>
#include <utility>

#include "qkv/base/embedded.hpp"
#include "qkv/json/value.hpp"

namespace qkv {
namespace {

constexpr std::string_view folder = "mistakes/";
constexpr std::string_view ending = ".json";

// The member of that name; null if there is none.
std::optional<JsonValue> member(const JsonValue& object, std::string_view key) {
  for (const JsonValue::Member& each : object.each_member()) {
    if (each.key.string() == key) return each.value;
  }
  return std::nullopt;
}

JsonValue required(const JsonValue& object, std::string_view key) {
  const std::optional<JsonValue> found = member(object, key);
  assert(found);
  return *found;
}

std::string text(const JsonValue& object, std::string_view key) {
  return required(object, key).string();
}

LocalizedText localized(const JsonValue& object, std::string_view key) {
  const JsonValue both = required(object, key);
  return {.zh = text(both, "zh"), .en = text(both, "en")};
}

std::vector<std::string> texts(const JsonValue& object, std::string_view key) {
  std::vector<std::string> list;
  for (const JsonValue& element : required(object, key).each_element()) list.push_back(element.string());
  return list;
}

Step step(const JsonValue& object, std::string_view key) {
  const std::optional<Step> named = step_from_name(text(object, key));
  assert(named);
  return *named;
}

// A concept has neither formulas nor an example.
void read_example(const JsonValue& root, MistakeNotes& notes) {
  if (member(root, "kind")) return;
  const JsonValue example = required(root, "example");
  notes.example_problem = text(example, "problem");
  notes.example_step = step(example, "step");
}

MistakeNotes read_notes(std::string_view bytes, const std::string& file) {
  const Result<JsonText> parsed = parse_json(std::string(bytes), file);
  assert(parsed);
  const JsonValue root = parsed.value().root();
  const JsonValue formula = required(root, "formula");
  MistakeNotes notes{.id = text(root, "id"),
                     .aliases = texts(root, "aliases"),
                     .wrong_formula = text(formula, "wrong"),
                     .right_formula = text(formula, "right"),
                     .name = localized(root, "name"),
                     .what = localized(root, "what"),
                     .hint = localized(root, "hint"),
                     .recognise = localized(root, "recognise"),
                     .avoid = localized(root, "avoid"),
                     .applies = localized(root, "applies"),
                     .invisible = localized(root, "invisible"),
                     .sources = texts(root, "sources"),
                     .example_problem = {}};
  read_example(root, notes);
  return notes;
}

std::string path_of(std::string_view id) {
  return std::string(folder) + std::string(id) + std::string(ending);
}

// The id that a file stands for; empty if it is no file of notes (a folder below holds examples).
std::string_view id_of(std::string_view path) {
  if (!path.starts_with(folder) || !path.ends_with(ending)) return {};
  path.remove_prefix(folder.size());
  path.remove_suffix(ending.size());
  return path.find('/') == std::string_view::npos ? path : std::string_view();
}

}  // namespace

std::vector<std::string> notes_ids() {
  std::vector<std::string> ids;
  for (const EmbeddedFile& file : embedded_files()) {
    if (const std::string_view id = id_of(file.path); !id.empty()) ids.emplace_back(id);
  }
  std::ranges::sort(ids);  // by id, not by path: "head" comes before "head-order"
  return ids;
}

std::optional<MistakeNotes> notes_of(std::string_view id_or_alias) {
  const std::string path = path_of(id_or_alias);
  const auto bytes = id_of(path).empty() ? std::nullopt : embedded_file(path);
  if (bytes) return read_notes(*bytes, path);
  for (MistakeNotes& notes : all_notes()) {
    if (std::ranges::find(notes.aliases, id_or_alias) != notes.aliases.end()) return std::move(notes);
  }
  return std::nullopt;
}

std::vector<MistakeNotes> all_notes() {
  std::vector<MistakeNotes> all;
  for (const std::string& id : notes_ids()) {
    const std::string path = path_of(id);
    all.push_back(read_notes(embedded_file(path).value(), path));
  }
  return all;
}

}  // namespace qkv
