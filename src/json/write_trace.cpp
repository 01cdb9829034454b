#include "qkv/json/write.hpp"
#include "qkv/json/writer.hpp"
#include "qkv/trace/pipeline.hpp"

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

void write_tensor(JsonWriter& json, std::string_view name, const Tensor& tensor) {
  json.key(name);
  json.tensor(tensor);
}

void write_tensor(JsonWriter& json, std::string_view name, const std::optional<Tensor>& tensor) {
  if (tensor) write_tensor(json, name, *tensor);
}

// Flags are 1 and 0.
void write_mask(JsonWriter& json, const Masks& masks) {
  json.begin_object();
  if (masks.causal) {
    json.key("causal");
    json.begin_object();
    json.key("offset");
    json.whole(masks.causal->offset);
    json.end_object();
  }
  if (masks.window) {
    json.key("window");
    json.whole(*masks.window);
  }
  write_tensor(json, "padding", masks.padding);
  write_tensor(json, "query_padding", masks.query_padding);
  write_tensor(json, "allow", masks.allow);
  write_tensor(json, "bias", masks.bias);
  json.end_object();
}

void write_projection(JsonWriter& json, const std::string& letter, const Projection& projection) {
  write_tensor(json, "W_" + letter, projection.w);
  write_tensor(json, "b_" + letter, projection.b);
}

void write_dropout(JsonWriter& json, const Dropout& dropout) {
  json.key("dropout");
  json.begin_object();
  json.key("p");
  json.number(dropout.p);
  write_tensor(json, "keep", dropout.keep);
  json.end_object();
}

std::string_view softmax_name(Softmax softmax) {
  switch (softmax) {
    case Softmax::exp:
      return "exp";
    case Softmax::row_sum:
      return "row-sum";
  }
  return "";
}

void write_sizes(JsonWriter& json, const Problem& problem) {
  json.key("heads");
  json.whole(problem.heads);
  json.key("kv_heads");
  json.whole(problem.kv_heads);
  json.key("d_k");
  json.whole(problem.d_k);
}

void write_inputs(JsonWriter& json, const Problem& problem) {
  json.begin_object();
  json.key("tokens");
  write_names(json, problem.key_names);
  json.key("queries");
  write_names(json, problem.query_names);
  write_sizes(json, problem);
  json.key("scale");
  write_scale(json, problem.scale);
  json.key("mask");
  write_mask(json, problem.masks);
  json.key("softmax");
  json.text(softmax_name(problem.softmax));
  if (problem.dropout) write_dropout(json, *problem.dropout);
  for (const Step step : given_steps(problem))
    write_tensor(json, step_name(step), *given_table(problem, step));
  if (problem.source) {
    write_tensor(json, "X", problem.source->x);
    if (problem.source->cross) write_tensor(json, "X_kv", problem.source->x_kv);
    write_projection(json, "Q", problem.source->q);
    write_projection(json, "K", problem.source->k);
    write_projection(json, "V", problem.source->v);
  }
  if (problem.w_o) write_projection(json, "O", *problem.w_o);
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
  if (!problem.given.empty()) {
    json.key("given");
    json.begin_array();
    for (const Step step : problem.given) json.text(step_name(step));
    json.end_array();
  }
  json.key("steps");
  json.begin_array();
  for (const StepTable& table : trace.tables) write_step(json, table);
  json.end_array();
  json.end_object();
  return json.take();
}

}  // namespace qkv
