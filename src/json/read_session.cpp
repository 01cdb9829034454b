#include <algorithm>
#include <array>
#include <utility>

#include "qkv/json/session.hpp"
#include "read_table.hpp"
#include "reading.hpp"

namespace qkv {
namespace {

constexpr std::array<std::string_view, 13> known_keys = {
    "qkv",   "kind",         "problem",  "source", "fingerprint", "by",  "decimal_comma",
    "place", "second_round", "finished", "shown",  "tries",       "path"};
constexpr std::string_view answers_key = "answers";
constexpr std::array<std::string_view, 5> spot_keys = {"step", "batch", "head", "row", "column"};
constexpr int largest_index = 1 << 20;
constexpr int source_columns = 4096;

std::optional<Step> read_step(Faults& faults, const Entry& entry) {
  if (!expect(faults, entry, JsonKind::string, "type.step")) return std::nullopt;
  const std::optional<Step> step = step_from_name(entry.value.string());
  if (!step) faults.add(entry, "session.step", {argument("value", shown_key(entry.value.string()))});
  return step;
}

int read_count(Faults& faults, const Entry& entry, int smallest) {
  const std::optional<long long> number = read_whole_number(faults, entry);
  if (number && *number >= smallest && *number <= largest_index) return static_cast<int>(*number);
  if (number) faults.add(entry, "session.number", {argument("value", *number)});
  return smallest;
}

bool read_flag(Faults& faults, const Entry& entry) {
  return expect(faults, entry, JsonKind::boolean, "type.flag") && entry.value.boolean();
}

// Whether the member is one of a spot.
bool read_spot_member(Faults& faults, const Entry& entry, const std::string& key, Spot& spot) {
  if (key == spot_keys[0]) {
    spot.step = read_step(faults, entry).value_or(Step::scores);
  } else if (key == spot_keys[1]) {
    spot.batch = read_count(faults, entry, 1) - 1;
  } else if (key == spot_keys[2]) {
    spot.head = read_count(faults, entry, 1) - 1;
  } else if (key == spot_keys[3]) {
    spot.row = read_count(faults, entry, 1) - 1;
  } else if (key == spot_keys[4]) {
    spot.column = read_count(faults, entry, 1) - 1;
  } else {
    return false;
  }
  return true;
}

Spot read_place(Faults& faults, const Entry& entry) {
  Spot spot;
  if (!expect(faults, entry, JsonKind::object, "type.object")) return spot;
  for (const JsonValue::Member& member : entry.value.each_member()) {
    if (!read_spot_member(faults, member_entry(entry, member), member.key.string(), spot))
      unknown_key(faults, entry, member.key, spot_keys);
  }
  return spot;
}

Tries read_one_try(Faults& faults, const Entry& entry) {
  constexpr std::array<std::string_view, 7> known = {"step",   "batch",  "head", "row",
                                                     "column", "misses", "hint"};
  Tries tries;
  if (!expect(faults, entry, JsonKind::object, "type.object")) return tries;
  for (const JsonValue::Member& member : entry.value.each_member()) {
    const std::string& key = member.key.string();
    const Entry value = member_entry(entry, member);
    if (read_spot_member(faults, value, key, tries.spot)) continue;
    if (key == known[5]) {
      tries.misses = read_count(faults, value, 0);
    } else if (key == known[6]) {
      tries.hint = read_count(faults, value, 0);
    } else {
      unknown_key(faults, entry, member.key, known);
    }
  }
  return tries;
}

template <typename Read>
void read_list(Faults& faults, const Entry& entry, Read read) {
  if (!expect(faults, entry, JsonKind::array, "type.array")) return;
  std::size_t index = 0;
  for (const JsonValue& element : entry.value.each_element()) read(element_entry(entry, element, index++));
}

void read_tables(Faults& faults, const Entry& entry, PracticeSession& session) {
  if (!expect(faults, entry, JsonKind::object, "type.answers")) return;
  std::size_t room = most_answer_cells;
  for (const JsonValue::Member& member : entry.value.each_member()) {
    Entry table = member_entry(entry, member);
    table.name = member.key.string();
    const std::optional<Step> step = step_from_name(table.name);
    if (!step) {
      faults.add(table, "session.step", {argument("value", shown_key(table.name))});
    } else if (auto read = read_answer_table(faults, table, *step, room)) {
      session.answers.push_back(std::move(*read));
    }
  }
}

void read_by(Faults& faults, const Entry& entry, PracticeSession& session) {
  if (!expect(faults, entry, JsonKind::string, "type.string")) return;
  const auto by = practice_by_from_name(entry.value.string());
  if (by) {
    session.by = *by;
  } else {
    faults.add(entry, "session.by", {argument("value", shown_key(entry.value.string()))});
  }
}

void read_member(Faults& faults, const Entry& root, const JsonValue::Member& member,
                 PracticeSession& session) {
  const std::string& key = member.key.string();
  const Entry entry = member_entry(root, member);
  if (key == "problem") {
    session.problem = read_name(faults, entry, name_columns).value_or("");
  } else if (key == "source") {
    session.source = read_name(faults, entry, source_columns).value_or("");
  } else if (key == "path") {
    session.path = read_name(faults, entry, source_columns).value_or("");
  } else if (key == "fingerprint") {
    session.fingerprint = read_name(faults, entry, name_columns).value_or("");
  } else if (key == "by") {
    read_by(faults, entry, session);
  } else if (key == "decimal_comma") {
    session.decimal_comma = read_flag(faults, entry);
  } else if (key == "place") {
    session.place = read_place(faults, entry);
  } else if (key == "second_round") {
    session.second_round = read_flag(faults, entry);
  } else if (key == "finished") {
    session.finished = read_flag(faults, entry);
  } else if (key == "shown") {
    read_list(faults, entry, [&](const Entry& element) {
      if (const auto step = read_step(faults, element)) session.shown.push_back(*step);
    });
  } else if (key == "tries") {
    read_list(faults, entry,
              [&](const Entry& element) { session.tries.push_back(read_one_try(faults, element)); });
  } else if (key == answers_key) {
    read_tables(faults, entry, session);
  } else if (key != "qkv" && key != "kind") {
    unknown_key(faults, root, member.key, known_keys);
  }
}

// Any other JSON file, such as answers or a problem.
bool is_session(const Entry& root) {
  if (!root.value.is(JsonKind::object)) return false;
  for (const JsonValue::Member& member : root.value.each_member()) {
    if (member.key.string() == "kind")
      return member.value.is(JsonKind::string) && member.value.string() == "practice";
  }
  return false;
}

}  // namespace

Result<PracticeSession> read_session(std::string text, std::string file) {
  const auto parsed = parse_json(std::move(text), std::move(file));
  if (!parsed) return parsed.faults();
  const JsonText& json = parsed.value();
  const Entry root = root_entry(json);
  Faults faults;
  for (const Diagnostic& duplicate : json.duplicate_keys()) faults.add(duplicate);
  if (!is_session(root)) faults.add(root, "session.kind");
  if (faults.count() == 0) read_version(faults, root);
  if (faults.count() > 0) return faults.take(json.file());
  PracticeSession session;
  bool has_answers = false;
  for (const JsonValue::Member& member : root.value.each_member()) {
    read_member(faults, root, member, session);
    has_answers |= member.key.string() == answers_key;
  }
  if (!has_answers) faults.add(root, "answers.missing");
  if (faults.count() > 0) return faults.take(json.file());
  return session;
}

}  // namespace qkv
