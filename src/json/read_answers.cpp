#include "qkv/json/read_answers.hpp"

#include <algorithm>
#include <array>
#include <span>
#include <utility>

#include "qkv/model/step.hpp"
#include "read_table.hpp"
#include "reading.hpp"

namespace qkv {
namespace {

constexpr std::array<std::string_view, 6> known_keys = {"qkv",   "problem", "learner",
                                                        "sheet", "given",   "answers"};

void read_learner(Faults& faults, const Entry& entry, Answers& answers) {
  constexpr std::array<std::string_view, 2> known = {"id", "name"};
  if (entry.value.is(JsonKind::string)) {
    answers.learner = read_name(faults, entry, title_columns).value_or("");
    return;
  }
  if (!expect(faults, entry, JsonKind::object, "type.learner")) return;
  for (const JsonValue::Member& member : entry.value.each_member()) {
    const std::string& key = member.key.string();
    if (key == known[0]) {
      answers.learner = read_name(faults, member_entry(entry, member), title_columns).value_or("");
    } else if (key == known[1]) {
      answers.learner_name = read_name(faults, member_entry(entry, member), title_columns).value_or("");
    } else {
      unknown_key(faults, entry, member.key, known);
    }
  }
}

void unknown_table(Faults& faults, const Entry& entry, const JsonValue& key) {
  std::array<std::string_view, step_count> names;
  for (std::size_t i = 0; i < step_count; ++i) names[i] = step_name(all_steps[i]);
  unknown_key(faults, entry, key, names);
}

void read_tables(Faults& faults, const Entry& entry, Answers& answers) {
  if (!expect(faults, entry, JsonKind::object, "type.answers")) return;
  answers.tables.reserve(std::min(entry.value.size(), step_count));
  std::size_t room = most_answer_cells;
  PerStep<bool> seen{};
  for (const JsonValue::Member& member : entry.value.each_member()) {
    const std::optional<Step> step = step_from_name(member.key.string());
    if (!step) {
      unknown_table(faults, entry, member.key);
    } else if (!std::exchange(of_step(seen, *step),
                              true)) {  // a duplicate has been reported: the first counts
      Entry table = member_entry(entry, member);
      table.name = member.key.string();
      if (auto read = read_answer_table(faults, table, *step, room))
        answers.tables.push_back(std::move(*read));
    }
  }
}

// Of a table given twice it has to be said which one is graded.
Diagnostic about_duplicate(Diagnostic duplicate) {
  constexpr std::string_view folder = "/answers/";
  const std::string& pointer = duplicate.place.pointer;
  if (pointer.starts_with(folder) && step_from_name(std::string_view(pointer).substr(folder.size())))
    duplicate.code = "answers.table-twice";
  return duplicate;
}

Answers read_members(Faults& faults, const Entry& root) {
  Answers answers;
  bool has_answers = false;
  for (const JsonValue::Member& member : root.value.each_member()) {
    const std::string& key = member.key.string();
    const Entry entry = member_entry(root, member);
    if (key == "problem") {
      answers.problem = read_name(faults, entry, name_columns).value_or("");
    } else if (key == "learner") {
      read_learner(faults, entry, answers);
    } else if (key == "answers") {
      read_tables(faults, entry, answers);
      has_answers = true;
    } else if (key != "qkv" && key != "sheet" && key != "given") {
      // read_version() has looked at the first, the others are for people.
      unknown_key(faults, root, member.key, known_keys);
    }
  }
  if (!has_answers) faults.add(root, "answers.missing");
  return answers;
}

}  // namespace

Result<Answers> read_answers(std::string text, std::string file, int first_line) {
  const auto parsed = parse_json(std::move(text), std::move(file), {}, first_line);
  if (!parsed) return parsed.faults();
  const JsonText& json = parsed.value();
  const Entry root = root_entry(json);
  Faults faults;
  for (const Diagnostic& duplicate : json.duplicate_keys()) faults.add(about_duplicate(duplicate));
  const std::size_t faults_before = faults.count();
  if (expect(faults, root, JsonKind::object, "type.answer-file")) read_version(faults, root);
  if (faults.count() != faults_before) return faults.take(json.file());
  Answers answers = read_members(faults, root);
  if (answers.tables.empty() && faults.count() == 0) faults.add(root, "answers.none");
  answers.faults = faults.take(json.file());
  if (answers.tables.empty()) return std::move(answers.faults);
  return answers;
}

}  // namespace qkv
