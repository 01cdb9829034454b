#include "qkv/json/write.hpp"
#include "qkv/trace/pipeline.hpp"
#include "writer.hpp"

namespace qkv {
namespace {

std::string_view scale_name(Scale::Kind kind) {
  switch (kind) {
    case Scale::Kind::sqrt_dk:
      return "sqrt_dk";
    case Scale::Kind::none:
      return "none";
    case Scale::Kind::number:
      return "number";
  }
  return "";
}

bool sees_nothing(const Problem& problem, int batch, int head, int query) {
  for (int key = 0; key < problem.key_count; ++key) {
    if (problem.may_look(batch, head, query, key)) return false;
  }
  return true;
}

// Rows of the softmax in which no key is visible: their weights and outputs are 0 by agreement.
void write_warnings(JsonWriter& json, const Problem& problem) {
  json.begin_array();
  for (int batch = 0; batch < problem.batch; ++batch) {
    for (int head = 0; head < problem.heads; ++head) {
      for (int query = 0; query < problem.query_count; ++query) {
        if (!sees_nothing(problem, batch, head, query)) continue;
        json.begin_object();
        json.key("code");
        json.text("no-visible-key");
        json.key("at");
        json.whole_numbers({batch, head, query});
        json.key("row");
        json.text(problem.query_names[static_cast<std::size_t>(batch)][static_cast<std::size_t>(query)]);
        json.end_object();
      }
    }
  }
  json.end_array();
}

void write_names(JsonWriter& json, const std::vector<std::vector<std::string>>& names) {
  json.begin_array();
  for (const std::vector<std::string>& of_one_batch_member : names) json.texts(of_one_batch_member);
  json.end_array();
}

void write_scale(JsonWriter& json, const Scale& scale) {
  json.begin_object();
  json.key("kind");
  json.text(scale_name(scale.kind));
  json.key("divisor");
  json.number(scale.divisor);
  json.end_object();
}

void write_mask(JsonWriter& json, const Masks& masks) {
  json.begin_object();
  if (masks.causal) {
    json.key("causal");
    json.begin_object();
    json.key("offset");
    json.whole(masks.causal->offset);
    json.end_object();
  }
  json.end_object();
}

void write_inputs(JsonWriter& json, const Problem& problem) {
  json.begin_object();
  json.key("tokens");
  write_names(json, problem.key_names);
  json.key("queries");
  write_names(json, problem.query_names);
  json.key("scale");
  write_scale(json, problem.scale);
  json.key("mask");
  write_mask(json, problem.masks);
  json.key("Q");
  json.tensor(problem.q);
  json.key("K");
  json.tensor(problem.k);
  json.key("V");
  json.tensor(problem.v);
  json.end_object();
}

void write_step(JsonWriter& json, const StepTable& table) {
  json.begin_object();
  json.key("id");
  json.text(step_name(table.step));
  json.key("symbol");
  json.text(step_row(table.step).symbol);
  json.key("shape");
  json.whole_numbers(table.values.shape());
  json.key("axes");
  json.begin_array();
  for (Axis axis : table.axes) json.text(axis_name(axis));
  json.end_array();
  json.key("values");
  json.tensor(table.values);
  json.end_object();
}

}  // namespace

std::string trace_json(const Problem& problem, const Trace& trace) {
  JsonWriter json;
  json.begin_object();
  json.key("qkv");
  json.whole(1);
  json.key("problem");
  json.text(problem.id);
  json.key("warnings");
  write_warnings(json, problem);
  json.key("inputs");
  write_inputs(json, problem);
  json.key("steps");
  json.begin_array();
  for (const StepTable& table : trace.tables) write_step(json, table);
  json.end_array();
  json.end_object();
  return json.take();
}

}  // namespace qkv
