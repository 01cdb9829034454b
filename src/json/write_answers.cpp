#include "qkv/json/write_answers.hpp"

#include "qkv/json/writer.hpp"
#include "tokens.hpp"

namespace qkv {
namespace {

std::string json_string(const std::string& text) {
  JsonWriter json;
  json.text(text);
  std::string result = json.take();
  result.pop_back();  // the line break
  return result;
}

std::string cell_json(const std::string& written) {
  if (written.empty()) return "null";
  return json_number_end(written, 0) == written.size() ? written : json_string(written);
}

// The innermost lists stand on a line each, indented below the first.
std::string table_json(const AnswerTable& table, std::size_t axis, std::size_t& next, std::size_t indent) {
  std::string text = "[";
  const bool innermost = axis + 1 == table.shape.size();
  for (int i = 0; i < table.shape[axis]; ++i) {
    if (i > 0) text += innermost ? ", " : ",\n" + std::string(indent + 1, ' ');
    text +=
        innermost ? cell_json(table.cells[next++].written) : table_json(table, axis + 1, next, indent + 1);
  }
  return text + "]";
}

// Leading axes of size 1 are left out, rows and columns stay.
std::size_t first_axis(const AnswerTable& table) {
  const std::size_t kept = table.step == Step::sum ? 1 : 2;
  std::size_t axis = 0;
  while (axis + kept < table.shape.size() && table.shape[axis] == 1) ++axis;
  return axis;
}

std::string learner_json(const Answers& answers) {
  if (answers.learner_name.empty()) return json_string(answers.learner);
  const std::string id = answers.learner.empty() ? "" : "\"id\": " + json_string(answers.learner) + ", ";
  return "{" + id + "\"name\": " + json_string(answers.learner_name) + "}";
}

}  // namespace

std::string answers_json(const Answers& answers) {
  std::string text = "{\"qkv\": 1";
  if (!answers.problem.empty()) text += ", \"problem\": " + json_string(answers.problem);
  if (!answers.learner.empty() || !answers.learner_name.empty())
    text += ", \"learner\": " + learner_json(answers);
  text += ",\n \"answers\": {";
  bool first = true;
  for (const AnswerTable& table : answers.tables) {
    std::size_t next = 0;
    const std::string key = "  \"" + std::string(step_name(table.step)) + "\": ";
    text += (first ? "\n" : ",\n") + key + table_json(table, first_axis(table), next, key.size());
    first = false;
  }
  return text + "}}\n";
}

}  // namespace qkv
