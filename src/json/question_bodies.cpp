#include "question_bodies.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "problem_entry.hpp"
#include "qkv/base/number.hpp"
#include "qkv/base/suggest.hpp"
#include "qkv/grade/answers.hpp"
#include "qkv/mistakes/mistakes.hpp"
#include "qkv/trace/pipeline.hpp"

namespace qkv {
namespace {

// ---- choice
// ----------------------------------------------------------------------------------------------------

constexpr std::size_t fewest_options = 2;
constexpr std::size_t most_options = 6;

void check_count(Faults& faults, const Entry& entry, std::size_t found, std::size_t fewest,
                 std::size_t most) {
  if (found >= fewest && found <= most) return;
  faults.add(
      entry, "content.count",
      {argument("found", static_cast<long long>(found)), argument("fewest", static_cast<long long>(fewest)),
       argument("most", static_cast<long long>(most))});
}

std::optional<ChoiceOption> read_option(Faults& faults, const Entry& entry) {
  static constexpr std::array<std::string_view, 4> known = {"text", "right", "why", "go"};
  if (!expect(faults, entry, JsonKind::object, "type.option")) return std::nullopt;
  check_keys(faults, entry, known);
  ChoiceOption option;
  option.place = place_of(entry);
  option.text = read_said_member(faults, entry, "text").value_or(LocatedText{});
  option.why = read_said_member(faults, entry, "why").value_or(LocatedText{});
  if (const auto right = find_member(entry, "right"))
    option.right = read_truth(faults, *right).value_or(false);
  if (const auto go = find_member(entry, "go"))
    option.go = read_name(faults, *go, title_columns).value_or("");
  return option;
}

void read_choice(const ReadingQuestions& reading, const Entry& entry, Question& question) {
  ChoiceBody body;
  const auto options = required_member(reading.faults, entry, "options");
  if (!options || !expect(reading.faults, *options, JsonKind::array, "type.array")) return;
  const std::vector<JsonValue> elements = options->value.elements();
  for (std::size_t i = 0; i < elements.size(); ++i) {
    if (auto option = read_option(reading.faults, element_entry(*options, elements[i], i)))
      body.options.push_back(std::move(*option));
  }
  check_count(reading.faults, *options, elements.size(), fewest_options, most_options);
  const auto right = std::ranges::count(body.options, true, &ChoiceOption::right);
  if (right != 1) reading.faults.add(*options, "content.right-options", {argument("found", right)});
  question.body = std::move(body);
}

// ---- true or false, shape, order
// ------------------------------------------------------------------------------

void read_truth_body(const ReadingQuestions& reading, const Entry& entry, Question& question) {
  const auto answer = required_member(reading.faults, entry, "answer");
  if (answer) question.body = TruthBody{read_truth(reading.faults, *answer).value_or(false)};
}

void read_shape(const ReadingQuestions& reading, const Entry& entry, Question& question) {
  ShapeBody body;
  body.answer = read_id_member(reading.faults, entry, "answer");
  if (const auto also = find_member(entry, "also")) body.also = read_id_list(reading.faults, *also);
  question.body = std::move(body);
}

void read_order(const ReadingQuestions& reading, const Entry& entry, Question& question) {
  constexpr std::size_t fewest = 3;
  constexpr std::size_t most = 7;
  const auto items = required_member(reading.faults, entry, "items");
  if (!items) return;
  OrderBody body{read_said_list(reading.faults, *items)};
  if (items->value.is(JsonKind::array))
    check_count(reading.faults, *items, items->value.elements().size(), fewest, most);
  question.body = std::move(body);
}

// ---- what has a problem
// ----------------------------------------------------------------------------------------

// A built-in one by its id, or a whole one.
std::shared_ptr<const Problem> read_problem_of(const ReadingQuestions& reading, const Entry& entry) {
  const auto problem = required_member(reading.faults, entry, "problem");
  if (!problem) return nullptr;
  if (problem->value.is(JsonKind::object)) {
    Result<Problem> own = read_problem_at(reading.json, *problem, "question");
    if (own) return std::make_shared<const Problem>(std::move(own.value()));
    for (const Diagnostic& fault : own.faults()) reading.faults.add(fault);
    return nullptr;
  }
  const auto id = read_name(reading.faults, *problem, name_columns);
  if (!id) return nullptr;
  auto found = reading.problems.find(*id);
  if (found == nullptr)
    reading.faults.add(*problem, "content.unknown-problem", {argument("id", shown_key(*id))});
  return found;
}

// By its name or its number, from 1; the only row where there is none.
std::optional<int> read_row(const ReadingQuestions& reading, const Entry& entry, const Problem& problem) {
  const auto row = find_member(entry, "row");
  const std::vector<std::string>& names = problem.query_names.front();
  if (!row) {
    if (problem.query_count == 1) return 0;
    reading.faults.add(entry, "content.missing-key", {argument("key", std::string("row"))});
    return std::nullopt;
  }
  const std::string name = row->value.is(JsonKind::number)
                               ? std::string(row->value.number_text())
                               : read_name(reading.faults, *row, name_columns).value_or("");
  const auto found = std::ranges::find(names, name);
  if (found != names.end()) return static_cast<int>(found - names.begin());
  for (int i = 0; i < problem.query_count; ++i) {
    if (name == std::to_string(i + 1)) return i;
  }
  if (!name.empty())
    reading.faults.add(*row, "content.unknown-row", {argument("row", shown_key(name))},
                       nearest(name, std::span<const std::string>(names)));
  return std::nullopt;
}

void read_numbers(const ReadingQuestions& reading, const Entry& entry, Question& question) {
  const auto problem = read_problem_of(reading, entry);
  const auto step_entry = required_member(reading.faults, entry, "step");
  const auto step = step_entry ? read_step(reading.faults, *step_entry) : std::nullopt;
  if (problem == nullptr || !step) return;
  if (!problem->computes(*step)) {
    reading.faults.add(*step_entry, "content.no-table", {argument("step", std::string(step_name(*step)))});
    return;
  }
  const auto row = read_row(reading, entry, *problem);
  if (!row) return;
  if (!is_asked_row(*problem, *step, 0, *row)) {
    reading.faults.add(entry, "content.padded-row");
    return;
  }
  question.body = NumbersBody{std::make_shared<const Problem>(limited_to(*problem, {*step})), *step, *row};
}

std::vector<std::string> check_mistakes(const ReadingQuestions& reading, const Entry& entry,
                                        std::vector<std::string> ids) {
  for (const std::string& id : ids) {
    if (find_mistake(id) != nullptr) continue;
    std::vector<std::string_view> known;
    for (const Mistake& mistake : mistakes()) known.push_back(mistake.id);
    reading.faults.add(entry, "content.unknown-mistake", {argument("id", shown_key(id))},
                       nearest(id, std::span<const std::string_view>(known)));
  }
  return ids;
}

void read_mistake(const ReadingQuestions& reading, const Entry& entry, Question& question) {
  MistakeBody body;
  body.problem = read_problem_of(reading, entry);
  if (const auto mistake = required_member(reading.faults, entry, "mistake")) {
    if (auto id = read_name(reading.faults, *mistake, name_columns))
      body.mistake = check_mistakes(reading, *mistake, {std::move(*id)}).front();
  }
  if (const auto others = required_member(reading.faults, entry, "others")) {
    body.others = check_mistakes(reading, *others, read_id_list(reading.faults, *others));
    constexpr std::size_t most = 4;
    check_count(reading.faults, *others, body.others.size(), 1, most);
  }
  if (body.problem != nullptr) question.body = std::move(body);
  if (question.ask.text.empty()) question.ask = {in_both_languages("quiz.mistake.ask"), place_of(entry)};
}

constexpr std::string_view choice_keys[] = {"options"};
constexpr std::string_view truth_keys[] = {"answer"};
constexpr std::string_view shape_keys[] = {"answer", "also"};
constexpr std::string_view numbers_keys[] = {"problem", "step", "row"};
constexpr std::string_view order_keys[] = {"items"};
constexpr std::string_view mistake_keys[] = {"problem", "mistake", "others"};

// THE table of the kinds.
constexpr std::array<QuestionKindRow, std::variant_size_v<QuestionBody>> rows = {{
    {"choice", choice_keys, true, read_choice},
    {"true-false", truth_keys, true, read_truth_body},
    {"shape", shape_keys, true, read_shape},
    {"numbers", numbers_keys, true, read_numbers},
    {"order", order_keys, true, read_order},
    {"mistake", mistake_keys, false, read_mistake},
}};

}  // namespace

std::span<const QuestionKindRow> question_kind_rows() {
  return rows;
}

}  // namespace qkv
