#include "qkv/json/write_quiz.hpp"

#include "qkv/json/writer.hpp"
#include "qkv/trace/labels.hpp"
#include "qkv/trace/pipeline.hpp"
#include "write_members.hpp"

namespace qkv {
namespace {

void write_both(JsonWriter& json, std::string_view key, const LocalizedText& text) {
  json.key(key);
  json.begin_object();
  write_text(json, "zh", text.zh);
  write_text(json, "en", text.en);
  json.end_object();
}

// {"qkv": 1, "<event>": {"id": …
void begin(JsonWriter& json, std::string_view event, const PosedQuestion& posed) {
  json.begin_object();
  write_count(json, "qkv", 1);
  json.key(event);
  json.begin_object();
  write_text(json, "id", posed.question->id);
}

std::string end(JsonWriter& json) {
  json.end_object();
  json.end_object();
  return json.take();
}

// What stands at the letters, in their order.
void write_letters(JsonWriter& json, const PosedQuestion& posed) {
  if (posed.order.empty()) return;
  json.key("letters");
  json.begin_array();
  for (std::size_t place = 0; place < posed.order.size(); ++place) {
    const std::size_t item = posed.order[place];
    json.begin_object();
    write_text(json, "letter", letter_of(place));
    if (const auto* choice = std::get_if<ChoiceBody>(&posed.question->body))
      write_both(json, "text", choice->options[item].text.text);
    if (const auto* order = std::get_if<OrderBody>(&posed.question->body))
      write_both(json, "text", order->items[item].text);
    if (const auto* mistake = std::get_if<MistakeBody>(&posed.question->body))
      write_text(json, "mistake", item == 0 ? mistake->mistake : mistake->others[item - 1]);
    json.end_object();
  }
  json.end_array();
}

void write_table(JsonWriter& json, Step step, const Tensor& values) {
  json.begin_object();
  write_text(json, "id", step_name(step));
  json.key("values");
  json.tensor(values);
  json.end_object();
}

// What it begins with, and the tables that are given or hold the mistake; all as they are shown.
void write_tables(JsonWriter& json, const Problem& problem, const Trace& trace,
                  const std::vector<Step>& steps) {
  json.key("tables");
  json.begin_array();
  for (const Step step : given_steps(problem)) write_table(json, step, *given_table(problem, step));
  for (const Step step : steps) write_table(json, step, trace.at(step));
  json.end_array();
}

void write_numbers(JsonWriter& json, const NumbersBody& body) {
  write_text(json, "step", step_name(body.step));
  write_text(json, "row", row_name(*body.problem, body.step, 0, body.row));
  write_count(json, "decimals", of_step(body.problem->decimals, body.step));
  write_tables(json, *body.problem, compute(*body.problem, right_recipe(), Carry::by_hand),
               body.problem->given);
}

}  // namespace

std::string quiz_question_json(const PosedQuestion& posed, int number, int count, bool again) {
  const Question& question = *posed.question;
  JsonWriter json;
  begin(json, "question", posed);
  write_count(json, "number", number);
  write_count(json, "count", count);
  write_text(json, "kind", question_kind_name(question.kind()));
  write_text(json, "topic", question.topic);
  json.key("again");
  json.boolean(again);
  write_both(json, "ask", question.ask.text);
  write_letters(json, posed);
  if (const auto* numbers = std::get_if<NumbersBody>(&question.body)) write_numbers(json, *numbers);
  if (const auto* mistake = std::get_if<MistakeBody>(&question.body))
    write_tables(json, *mistake->problem, worked_with_mistake(*mistake), shown_tables(*mistake));
  return end(json);
}

std::string quiz_answer_json(const PosedQuestion& posed, std::string_view typed,
                             const AnswerJudgement& judgement, int attempt) {
  JsonWriter json;
  begin(json, "answer", posed);
  write_text(json, "typed", typed);
  write_text(json, "verdict",
             judgement.verdict == Judged::right   ? "right"
             : judgement.verdict == Judged::wrong ? "wrong"
                                                  : "unreadable");
  write_count(json, "attempt", attempt);
  json.key("remarks");
  json.begin_array();
  for (const JudgedRemark& remark : judgement.remarks) json.text(remark.code);
  json.end_array();
  if (judgement.option)
    write_both(json, "why", std::get<ChoiceBody>(posed.question->body).options[*judgement.option].why.text);
  if (judgement.report) {
    json.key("cells");
    json.begin_array();
    for (const CellReport& cell : judgement.report->tables.front().cells)
      json.text(verdict_name(cell.verdict));
    json.end_array();
  }
  return end(json);
}

std::string quiz_hint_json(const PosedQuestion& posed, std::size_t stage) {
  JsonWriter json;
  begin(json, "hint", posed);
  write_count(json, "stage", static_cast<long long>(stage));
  write_both(json, "text", posed.question->hints[stage - 1].text);
  return end(json);
}

std::string quiz_ending_json(const PosedQuestion& posed, Ending ending) {
  JsonWriter json;
  begin(json, "ended", posed);
  write_text(json, "ending", ending_name(ending));
  write_text(json, "answer", right_answer(posed));
  write_both(json, "why", posed.question->why.text);
  return end(json);
}

std::string quiz_skipped_json(const PosedQuestion& posed) {
  JsonWriter json;
  begin(json, "ended", posed);
  write_text(json, "ending", ending_name(Ending::skipped));
  return end(json);
}

std::string quiz_summary_json(const QuizCounts& counts) {
  JsonWriter json;
  json.begin_object();
  write_count(json, "qkv", 1);
  json.key("summary");
  json.begin_object();
  write_count(json, "asked", counts.asked);
  write_count(json, "right", counts.right);
  write_count(json, "helped", counts.helped);
  return end(json);
}

}  // namespace qkv
