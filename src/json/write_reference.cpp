#include "qkv/json/write_reference.hpp"

#include "qkv/json/writer.hpp"
#include "qkv/verify/served.hpp"
#include "write_members.hpp"

namespace qkv {
namespace {

void write_mistake(JsonWriter& json, std::string_view id, const NotesShelf& notes) {
  write_text(json, "mistake", id);
  const MistakeNotes* found = notes.find(id);
  if (found == nullptr) return;
  json.key("aliases");
  json.texts(found->aliases);
  json.key("name");
  json.begin_object();
  write_text(json, "zh", found->name.zh);
  write_text(json, "en", found->name.en);
  json.end_object();
}

}  // namespace

std::string reference_json(const NotesShelf& notes) {
  JsonWriter json;
  json.begin_object();
  write_count(json, "qkv", 1);
  json.key("served");
  json.begin_array();
  for (const ServedMistake& row : served_mistakes()) {
    json.begin_object();
    write_mistake(json, row.mistake->id, notes);
    json.end_object();
  }
  json.end_array();
  json.key("unserved");
  json.begin_array();
  for (const UnservedMistake& row : unserved_mistakes()) {
    json.begin_object();
    write_mistake(json, row.id, notes);
    write_text(json, "why", unserved_name(row.why));
    json.end_object();
  }
  json.end_array();
  json.end_object();
  return json.take();
}

}  // namespace qkv
