#include "qkv/json/progress.hpp"
#include "qkv/json/writer.hpp"
#include "write_members.hpp"

namespace qkv {
namespace {

std::string quoted(std::string_view text) {
  JsonWriter json;
  json.text(text);
  std::string result = json.take();
  result.pop_back();  // the line break
  return result;
}

// "name": { a line for each entry }
template <typename Entries, typename Write>
std::string member(std::string_view name, const Entries& entries, Write write) {
  std::string text = "  " + quoted(name) + ": {";
  bool first = true;
  for (const auto& [id, record] : entries) {
    text += first ? "\n" : ",\n";
    text += "    " + quoted(id) + ": {" + write(record) + "}";
    first = false;
  }
  return text + (first ? "}" : "\n  }");
}

std::string number(const char* key, long long value) {
  return quoted(key) + ": " + std::to_string(value);
}

std::string question_text(const QuestionRecord& record) {
  return number("asked", record.asked) + ", " + number("right", record.right) +
         ", \"last\": " + quoted(ending_name(record.last)) + ", " + number("turn", record.turn);
}

std::string lesson_text(const LessonRecord& record) {
  return number("part", record.part) + ", \"done\": " + (record.done ? "true" : "false");
}

std::string practice_text(const PracticeRecord& record) {
  std::string text;
  for (const auto& [step, ending] : record)
    text += (text.empty() ? "" : ", ") + quoted(step_name(step)) + ": " + quoted(ending_name(ending));
  return text;
}

void write_ability(JsonWriter& json, const AbilityReport& report) {
  json.begin_object();
  write_text(json, "id", report.ability->id);
  write_text(json, "standing", standing_name(report.standing));
  write_count(json, "right", report.right);
  write_count(json, "tried", report.tried);
  write_count(json, "needed", report.needed);
  write_count(json, "needed_questions", report.needed_questions);
  json.key("questions");
  json.texts(report.questions);
  json.key("problems");
  json.texts(report.problems);
  json.key("helped");
  json.texts(report.helped);
  json.key("begun");
  json.texts(report.begun);
  json.key("repeat");
  json.texts(report.repeat);
  json.key("lessons");
  json.texts(report.lessons);
  json.end_object();
}

}  // namespace

std::string progress_json(const Learned& progress) {
  return "{\n  \"qkv\": 1,\n  " + number("turns", progress.turns) + ",\n" +
         member("questions", progress.questions, question_text) + ",\n" +
         member("lessons", progress.lessons, lesson_text) + ",\n" +
         member("practice", progress.practice, practice_text) + "\n}\n";
}

std::string progress_report_json(const ProgressReport& report) {
  JsonWriter json;
  json.begin_object();
  write_count(json, "qkv", 1);
  json.key("abilities");
  json.begin_array();
  for (const AbilityReport& ability : report.abilities) write_ability(json, ability);
  json.end_array();
  write_count(json, "questions_tried", report.questions_tried);
  write_count(json, "questions_right", report.questions_right);
  write_count(json, "lessons_done", report.lessons_done);
  json.key("repeat");
  json.texts(report.repeat);
  json.key("next_lesson");
  if (report.next_lesson) {
    json.text(*report.next_lesson);
  } else {
    json.null();
  }
  json.end_object();
  return json.take();
}

}  // namespace qkv
