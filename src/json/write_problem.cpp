#include "qkv/json/write_problem.hpp"

#include <cassert>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "qkv/json/writer.hpp"

namespace qkv {
namespace {

template <typename Write>
std::string json_of(Write write) {
  JsonWriter json;
  write(json);
  std::string text = json.take();
  text.pop_back();  // the line break
  return text;
}

std::string text_json(std::string_view text) {
  return json_of([&](JsonWriter& json) { json.text(text); });
}

std::string list_of(const std::vector<std::string>& values) {
  std::string text = "[";
  for (const std::string& value : values) text += (text.size() == 1 ? "" : ", ") + value;
  return text + "]";
}

std::string texts_json(const std::vector<std::string>& texts) {
  std::vector<std::string> values;
  for (const std::string& text : texts) values.push_back(text_json(text));
  return list_of(values);
}

std::string number_json(double number) {
  return json_of([&](JsonWriter& json) { json.number(number); });
}

// The members of an object.
class Members {
 public:
  // Before each of them, and before the closing brace.
  Members(std::string before, std::string at_the_end)
      : before_(std::move(before)), at_the_end_(std::move(at_the_end)) {}

  void add(std::string_view key, const std::string& value) {
    text_ += (text_.empty() ? "{" : ",") + before_ + text_json(key) + ": " + value;
  }
  void add_text(std::string_view key, std::string_view value) { add(key, text_json(value)); }
  void add_whole(std::string_view key, long long value) { add(key, std::to_string(value)); }
  std::string take() { return text_ + at_the_end_ + "}"; }

 private:
  std::string before_, at_the_end_, text_;
};

// The last axis is a row; leading axes of size 1 are left out.
std::string matrix_json(const Tensor& tensor) {
  const auto width = static_cast<std::size_t>(tensor.shape().back());
  std::string text = "[";
  for (std::size_t flat = 0; flat < tensor.values().size(); flat += width) {
    text += flat == 0 ? "\n    [" : ",\n    [";
    for (std::size_t i = 0; i < width; ++i) {
      text += (i == 0 ? "" : ", ") + number_json(tensor.values()[flat + i]);
    }
    text += "]";
  }
  return text + "\n  ]";
}

void add_matrix(Members& lines, std::string_view key, const std::optional<Tensor>& tensor) {
  if (tensor) lines.add(key, matrix_json(*tensor));
}

void add_source(Members& lines, const Source& source) {
  lines.add("X", matrix_json(source.x));
  if (source.cross) lines.add("X_kv", matrix_json(source.x_kv));
  lines.add("W_Q", matrix_json(source.q.w));
  lines.add("W_K", matrix_json(source.k.w));
  lines.add("W_V", matrix_json(source.v.w));
}

std::string mask_json(const Masks& masks) {
  Members members(" ", " ");
  if (masks.causal) members.add("causal", "true");
  if (masks.padding) {
    std::vector<std::string> real;
    for (const double value : masks.padding->values()) real.emplace_back(value != 0.0 ? "true" : "false");
    members.add("padding", list_of(real));
  }
  return members.take();
}

std::string steps_json(const std::vector<Step>& steps) {
  std::vector<std::string> names;
  for (const Step step : steps) names.emplace_back(step_name(step));
  return texts_json(names);
}

std::string exercise_json(const Exercise& exercise) {
  std::vector<std::string> pairs;
  for (const MistakePair& pair : exercise.unavoidable.pairs) {
    pairs.push_back(texts_json({pair.one, pair.other}));
  }
  Members members("\n    ", "\n  ");
  members.add_text("topic", exercise.topic);
  members.add_whole("level", exercise.level);
  members.add("seed", std::to_string(exercise.seed));
  if (!exercise.student.empty()) members.add_text("student", exercise.student);
  if (exercise.number > 0) members.add_whole("number", exercise.number);
  members.add_whole("rules", exercise.rules);
  members.add_whole("mistakes", exercise.mistakes);
  members.add("hidden", texts_json(exercise.unavoidable.hidden));
  members.add("pairs", list_of(pairs));
  return members.take();
}

}  // namespace

std::string problem_json(const Problem& problem) {
  assert(problem.batch == 1);
  Members lines("\n  ", "\n");
  lines.add_whole("qkv", 1);
  lines.add_text("id", problem.id);
  if (!problem.title.empty()) {
    lines.add("title",
              "{\"zh\": " + text_json(problem.title.zh) + ", \"en\": " + text_json(problem.title.en) + "}");
  }
  lines.add("tokens", texts_json(problem.key_names.front()));
  if (problem.query_names != problem.key_names) {
    lines.add("queries", texts_json(problem.query_names.front()));
  }
  if (problem.source) add_source(lines, *problem.source);
  add_matrix(lines, "Q", problem.q);
  add_matrix(lines, "K", problem.k);
  if (problem.given_scores) {
    add_matrix(lines, "scores", problem.given_scores);
    lines.add_whole("d_k", problem.d_k);
  }
  add_matrix(lines, "V", problem.v);
  if (problem.w_o) lines.add("W_O", matrix_json(problem.w_o->w));
  if (problem.heads > 1) lines.add_whole("heads", problem.heads);
  if (problem.kv_heads != problem.heads) lines.add_whole("kv_heads", problem.kv_heads);
  if (problem.masks.any()) lines.add("mask", mask_json(problem.masks));
  lines.add_whole("decimals", problem.decimals.front());
  lines.add("ask", steps_json(problem.asked));
  if (!problem.given.empty()) lines.add("given", steps_json(problem.given));
  if (problem.exercise) lines.add("exercise", exercise_json(*problem.exercise));
  return lines.take() + "\n";
}

}  // namespace qkv
