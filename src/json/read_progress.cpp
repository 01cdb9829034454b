#include <algorithm>
#include <array>
#include <utility>

#include "course_reading.hpp"
#include "qkv/base/number.hpp"
#include "qkv/base/suggest.hpp"
#include "qkv/json/progress.hpp"

namespace qkv {
namespace {

constexpr long long largest_count = 1'000'000'000;
constexpr long long largest_part = 1000;

// Whole or not, and far beyond what a whole number is read to.
bool is_beyond(const JsonValue& value, long long largest) {
  if (!value.is(JsonKind::number)) return false;
  const auto number = read_number(value.number_text());
  const auto* written = std::get_if<WrittenNumber>(&number);
  return written != nullptr && written->value > static_cast<double>(largest);
}

std::optional<long long> read_count(Faults& faults, const Entry& object, std::string_view key,
                                    long long largest = largest_count) {
  const auto entry = required_member(faults, object, key);
  if (entry && is_beyond(entry->value, largest)) {
    faults.add(*entry, "progress.too-large",
               {argument("found", std::string(entry->value.excerpt())), argument("limit", largest)});
    return std::nullopt;
  }
  const auto count = entry ? read_whole_number(faults, *entry) : std::nullopt;
  if (count && *count < 0) faults.add(*entry, "progress.negative", {argument("found", *count)});
  return count;
}

std::optional<Ending> read_ending(Faults& faults, const Entry& entry) {
  if (!expect(faults, entry, JsonKind::string, "type.string")) return std::nullopt;
  const auto ending = ending_from_name(entry.value.string());
  if (!ending) {
    std::vector<std::string_view> names;
    for (const Ending each : all_endings) names.push_back(ending_name(each));
    faults.add(entry, "progress.ending", {argument("found", shown_key(entry.value.string()))},
               nearest(entry.value.string(), std::span<const std::string_view>(names)));
  }
  return ending;
}

// Each member of an object, under its key.
template <typename Read>
void for_each_member(Faults& faults, const Entry& root, std::string_view key, Read read) {
  const auto object = required_member(faults, root, key);
  if (!object || !expect(faults, *object, JsonKind::object, "type.object")) return;
  for (const JsonValue::Member& member : object->value.members()) {
    const Entry entry = member_entry(*object, member);
    if (expect(faults, entry, JsonKind::object, "type.object")) read(member.key.string(), entry);
  }
}

void read_question(Faults& faults, const std::string& id, const Entry& entry, Learned& progress) {
  static constexpr std::array<std::string_view, 4> known = {"asked", "right", "last", "turn"};
  check_keys(faults, entry, known);
  QuestionRecord record;
  record.asked = read_count(faults, entry, "asked").value_or(0);
  record.right = read_count(faults, entry, "right").value_or(0);
  if (record.right > record.asked)
    faults.add(entry, "progress.right", {argument("right", record.right), argument("asked", record.asked)});
  record.turn = read_count(faults, entry, "turn").value_or(0);
  if (const auto last = required_member(faults, entry, "last"))
    record.last = read_ending(faults, *last).value_or(Ending::wrong);
  progress.questions.emplace(id, record);
}

void read_lesson_record(Faults& faults, const std::string& id, const Entry& entry, Learned& progress) {
  static constexpr std::array<std::string_view, 2> known = {"part", "done"};
  check_keys(faults, entry, known);
  LessonRecord record;
  record.part = read_count(faults, entry, "part", largest_part).value_or(0);
  if (const auto done = required_member(faults, entry, "done"))
    record.done = read_truth(faults, *done).value_or(false);
  progress.lessons.emplace(id, record);
}

void read_practice(Faults& faults, const std::string& id, const Entry& entry, Learned& progress) {
  std::vector<std::string_view> names;
  for (const Step step : all_steps) names.push_back(step_name(step));
  check_keys(faults, entry, names);
  PracticeRecord& record = progress.practice[id];
  for (const JsonValue::Member& member : entry.value.members()) {
    const auto step = step_from_name(member.key.string());
    const auto ending = read_ending(faults, member_entry(entry, member));
    if (step && ending) record.emplace(*step, *ending);
  }
}

}  // namespace

Result<Learned> read_progress(std::string text, const std::string& file) {
  static constexpr std::array<std::string_view, 5> known = {"qkv", "turns", "questions", "lessons",
                                                            "practice"};
  const auto parsed = parse_json(std::move(text), file);
  if (!parsed) return parsed.faults();
  const Entry root = root_entry(parsed.value());
  Faults faults;
  for (const Diagnostic& duplicate : parsed.value().duplicate_keys()) faults.add(duplicate);
  if (!expect(faults, root, JsonKind::object, "type.progress") || !read_version(faults, root))
    return faults.take(file);
  check_keys(faults, root, known);
  Learned progress;
  progress.turns = read_count(faults, root, "turns").value_or(0);
  for_each_member(faults, root, "questions", [&](const std::string& id, const Entry& entry) {
    read_question(faults, id, entry, progress);
  });
  for_each_member(faults, root, "lessons", [&](const std::string& id, const Entry& entry) {
    read_lesson_record(faults, id, entry, progress);
  });
  for_each_member(faults, root, "practice", [&](const std::string& id, const Entry& entry) {
    read_practice(faults, id, entry, progress);
  });
  if (faults.count() > 0) return faults.take(file);
  return progress;
}

}  // namespace qkv
