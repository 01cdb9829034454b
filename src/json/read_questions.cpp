#include <algorithm>
#include <array>
#include <utility>

#include "qkv/base/suggest.hpp"
#include "qkv/json/read_content.hpp"
#include "qkv/tutor/course.hpp"
#include "question_bodies.hpp"

namespace qkv {
namespace {

constexpr std::array<std::string_view, 6> common_keys = {"id", "kind", "points", "ask", "hints", "why"};
constexpr std::size_t hint_count = 2;

// Null, and reported, for a kind that there is none of.
const QuestionKindRow* read_kind(Faults& faults, const Entry& entry) {
  const auto kind = required_member(faults, entry, "kind");
  if (!kind) return nullptr;
  const auto name = read_name(faults, *kind, name_columns);
  if (!name) return nullptr;
  const auto rows = question_kind_rows();
  const auto row = std::ranges::find(rows, *name, &QuestionKindRow::name);
  if (row != rows.end()) return &*row;
  std::vector<std::string_view> names;
  for (const QuestionKindRow& each : rows) names.push_back(each.name);
  faults.add(*kind, "content.unknown-kind", {argument("kind", shown_key(*name))},
             nearest(*name, std::span<const std::string_view>(names)));
  return nullptr;
}

void read_hints(Faults& faults, const Entry& entry, Question& question) {
  const auto hints = required_member(faults, entry, "hints");
  if (!hints) return;
  const bool is_pair = hints->value.is(JsonKind::array) && hints->value.elements().size() == hint_count;
  if (!is_pair) {
    faults.add(*hints, "content.two-hints");
  } else {
    question.hints = read_said_list(faults, *hints);
  }
}

void read_question(const ReadingQuestions& reading, const Entry& entry, const std::string& topic,
                   std::vector<Question>& questions) {
  Faults& faults = reading.faults;
  if (!expect(faults, entry, JsonKind::object, "type.question")) return;
  const std::size_t faults_before = faults.count();
  Question question;
  question.place = place_of(entry);
  question.topic = topic;
  question.id = read_own_id(faults, entry);
  const QuestionKindRow* kind = read_kind(faults, entry);
  if (kind == nullptr) return;
  std::vector<std::string_view> known(common_keys.begin(), common_keys.end());
  known.insert(known.end(), kind->keys.begin(), kind->keys.end());
  check_keys(faults, entry, known);
  question.points = read_points(faults, entry);
  if (kind->must_ask || find_member(entry, "ask"))
    question.ask = read_said_member(faults, entry, "ask").value_or(LocatedText{});
  read_hints(faults, entry, question);
  question.why = read_said_member(faults, entry, "why").value_or(LocatedText{});
  kind->read(reading, entry, question);
  if (faults.count() == faults_before) questions.push_back(std::move(question));
}

std::string read_topic(Faults& faults, const Entry& root) {
  const auto entry = required_member(faults, root, "topic");
  if (!entry) return "";
  std::string topic = read_name(faults, *entry, name_columns).value_or("");
  const auto known = topics_of_quiz();
  if (!topic.empty() && std::ranges::find(known, topic) == known.end())
    faults.add(*entry, "content.unknown-topic", {argument("topic", shown_key(topic))}, nearest(topic, known));
  return topic;
}

}  // namespace

Result<std::vector<Question>> read_questions(std::string text, const std::string& file,
                                             ProblemShelf& problems) {
  static constexpr std::array<std::string_view, 3> known = {"qkv", "topic", "questions"};
  const auto parsed = parse_json(std::move(text), file);
  if (!parsed) return parsed.faults();
  const Entry root = root_entry(parsed.value());
  Faults faults;
  for (const Diagnostic& duplicate : parsed.value().duplicate_keys()) faults.add(duplicate);
  if (!expect(faults, root, JsonKind::object, "type.questions") || !read_version(faults, root))
    return faults.take(file);
  check_keys(faults, root, known);
  const std::string topic = read_topic(faults, root);
  std::vector<Question> questions;
  const auto list = required_member(faults, root, "questions");
  const ReadingQuestions reading{faults, parsed.value(), problems};
  if (list && expect(faults, *list, JsonKind::array, "type.array")) {
    const std::vector<JsonValue> elements = list->value.elements();
    for (std::size_t i = 0; i < elements.size(); ++i)
      read_question(reading, element_entry(*list, elements[i], i), topic, questions);
  }
  if (faults.count() > 0) return faults.take(file);
  return questions;
}

}  // namespace qkv
