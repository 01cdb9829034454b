#include "qkv/json/protocol.hpp"

#include "qkv/json/value.hpp"
#include "qkv/json/writer.hpp"
#include "reading.hpp"
#include "write_members.hpp"

namespace qkv {
namespace {

constexpr int format_version = 1;

void write_tensor(JsonWriter& json, std::string_view key, const Tensor& values) {
  json.key(key);
  json.tensor(values);
}

void write_inputs(JsonWriter& json, const AttentionInputs& inputs) {
  write_tensor(json, "q", inputs.q);
  write_tensor(json, "k", inputs.k);
  write_tensor(json, "v", inputs.v);
}

void write_inputs(JsonWriter& json, const LayerInputs& inputs) {
  write_tensor(json, "x", inputs.x);
  write_count(json, "heads", inputs.heads);
  write_tensor(json, "w_qkv", inputs.w_qkv);
  write_tensor(json, "w_o", inputs.w_o);
}

void write_causal(JsonWriter& json, const std::optional<int>& offset) {
  json.key("causal");
  if (!offset) return json.boolean(false);
  json.begin_object();
  write_count(json, "offset", *offset);
  json.end_object();
}

std::string line_of(JsonWriter& json) {
  std::string line = json.take();
  line.pop_back();
  return line;
}

void write_table(JsonWriter& json, std::string_view key, const Tensor& values) {
  if (values.values().empty()) return;
  json.key(key);
  json.loose_tensor(values);
}

}  // namespace

std::string request_line(const AttentionRequest& request) {
  JsonWriter json;
  json.begin_object();
  write_count(json, "qkv", format_version);
  write_text(json, "id", request.id);
  std::visit([&](const auto& inputs) { write_inputs(json, inputs); }, request.inputs);
  write_causal(json, request.causal_offset);
  if (request.padding_mask) {
    json.key("padding_mask");
    json.flags(*request.padding_mask);
  }
  if (request.scale) {
    json.key("scale");
    json.number(*request.scale);
  }
  json.end_object();
  return line_of(json);
}

std::string answer_line(const AttentionAnswer& answer) {
  JsonWriter json;
  json.begin_object();
  write_text(json, "id", answer.id);
  write_table(json, "output", answer.output);
  write_table(json, "weights", answer.weights);
  json.end_object();
  return line_of(json);
}

std::string error_line(const std::optional<std::string>& id, std::string_view words) {
  JsonWriter json;
  json.begin_object();
  json.key("id");
  if (id) {
    json.text(*id);
  } else {
    json.null();
  }
  write_text(json, "error", words);
  json.end_object();
  return line_of(json);
}

std::optional<std::string> id_in(std::string_view line) {
  const auto parsed = parse_json(std::string(line), {});
  if (!parsed) return std::nullopt;
  const JsonValue root = parsed.value().root();
  if (!root.is(JsonKind::object)) return std::nullopt;
  for (const JsonValue::Member& member : root.each_member()) {
    if (member.key.string() == "id" && member.value.is(JsonKind::string)) return member.value.string();
  }
  return std::nullopt;
}

}  // namespace qkv
