#include "qkv/json/write_answers.hpp"

#include "answer_table.hpp"
#include "qkv/json/writer.hpp"
#include "qkv/trace/labels.hpp"
#include "qkv/trace/pipeline.hpp"
#include "tokens.hpp"

namespace qkv {
namespace {

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

}  // namespace

std::string json_string(const std::string& text) {
  JsonWriter json;
  json.text(text);
  std::string result = json.take();
  result.pop_back();  // the line break
  return result;
}

std::string answer_table_json(const AnswerTable& table, std::size_t indent) {
  std::size_t next = 0;
  return table_json(table, first_axis(table), next, indent);
}

namespace {

std::string learner_json(const Answers& answers) {
  if (answers.learner_name.empty()) return json_string(answers.learner);
  const std::string id = answers.learner.empty() ? "" : "\"id\": " + json_string(answers.learner) + ", ";
  return "{" + id + "\"name\": " + json_string(answers.learner_name) + "}";
}

std::string names_json(const std::vector<std::string>& names) {
  JsonWriter json;
  json.texts(names);
  std::string text = json.take();
  text.pop_back();
  return text;
}

// Of one batch member, or of each: sentences have words of their own.
template <typename NameOf>
std::string names_of(const Problem& problem, int count, NameOf name_of) {
  std::string text;
  for (int batch = 0; batch < problem.batch; ++batch) {
    std::vector<std::string> names;
    for (int i = 0; i < count; ++i) names.push_back(name_of(batch, i));
    text += (batch == 0 ? "" : ", ") + names_json(names);
  }
  return problem.batch == 1 ? text : "[" + text + "]";
}

std::string table_notes(const Problem& problem, Step step) {
  const Shape shape = shape_of(problem, step);
  const bool has_columns = step != Step::sum;
  const int rows = has_columns ? shape[shape.size() - 2] : shape.back();
  std::string text = "{\"decimals\": " + std::to_string(of_step(problem.decimals, step)) +
                     ", \"rows\": " + names_of(problem, rows, [&](int batch, int row) {
                       return std::string(row_name(problem, step, batch, row));
                     });
  if (has_columns) {
    text += ", \"columns\": " + names_of(problem, shape.back(), [&](int batch, int column) {
              return std::string(column_name(problem, step, batch, column));
            });
  }
  return text + "}";
}

std::string beginning_of(const Answers& answers) {
  std::string text = "{\"qkv\": 1";
  if (!answers.problem.empty()) text += ", \"problem\": " + json_string(answers.problem);
  if (!answers.learner.empty() || !answers.learner_name.empty())
    text += ", \"learner\": " + learner_json(answers);
  return text;
}

// is_in: bool(Step)
template <typename IsIn>
std::string tables_json(const std::string& member, const Answers& answers, IsIn is_in) {
  std::string text = ",\n \"" + member + "\": {";
  bool first = true;
  for (const AnswerTable& table : answers.tables) {
    if (!is_in(table.step)) continue;
    const std::string key = "  \"" + std::string(step_name(table.step)) + "\": ";
    text += (first ? "\n" : ",\n") + key + answer_table_json(table, key.size());
    first = false;
  }
  return text + "}";
}

}  // namespace

std::string answers_json(const Answers& answers) {
  return beginning_of(answers) + tables_json("answers", answers, [](Step) { return true; }) + "}\n";
}

std::string answers_json(const Problem& problem, const Answers& answers) {
  std::string notes;
  for (const AnswerTable& table : answers.tables) {
    notes += (notes.empty() ? "\n" : ",\n") + ("  \"" + std::string(step_name(table.step))) +
             "\": " + table_notes(problem, table.step);
  }
  const auto is_given = [&](Step step) { return problem.is_given(step); };
  const auto is_to_fill = [&](Step step) { return !problem.is_given(step); };
  std::string text = beginning_of(answers) + ",\n \"sheet\": {" + notes + "}";
  if (!problem.given.empty()) text += tables_json("given", answers, is_given);
  return text + tables_json("answers", answers, is_to_fill) + "}\n";
}

}  // namespace qkv
