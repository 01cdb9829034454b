#include "qkv/report/shapes.hpp"

namespace qkv {
namespace {

struct Stage {
  const char* name;     // as in formulas
  std::string letters;  // "[B, T, C]"
  Shape shape;
  const char* text;  // catalogue key: what happens
};

std::vector<Stage> stages(const FlowSizes& s) {
  const std::string t_q = s.queries == s.keys ? "T" : "T_q";
  const std::string t_k = s.queries == s.keys ? "T" : "T_k";
  const std::string d_k = s.d_k == s.d_v ? "D" : "d_k";
  const std::string d_v = s.d_k == s.d_v ? "D" : "d_v";
  const std::string kv = s.heads == s.kv_heads ? "H" : "H_kv";
  const auto shape = [](std::initializer_list<std::string> sizes) {
    std::string text = "[B";
    for (const std::string& size : sizes) text += ", " + size;
    return text + "]";
  };
  std::vector<Stage> list;
  if (s.channels > 0) list.push_back({"X", shape({t_q, "C"}), {s.batch, s.queries, s.channels}, "flow.x"});
  const bool fusable = s.channels > 0 && s.heads == s.kv_heads && s.queries == s.keys && s.d_k == s.d_v &&
                       s.heads * s.d_k == s.channels;
  if (fusable) {
    list.push_back({"qkv", shape({t_q, "3C"}), {s.batch, s.queries, 3 * s.channels}, "flow.qkv"});
    list.push_back({"q, k, v", shape({t_q, "C"}), {s.batch, s.queries, s.channels}, "flow.apart"});
  } else {
    list.push_back({"Q", shape({t_q, "H·" + d_k}), {s.batch, s.queries, s.heads * s.d_k}, "flow.q"});
    list.push_back({"K", shape({t_k, kv + "·" + d_k}), {s.batch, s.keys, s.kv_heads * s.d_k}, "flow.k"});
    list.push_back({"V", shape({t_k, kv + "·" + d_v}), {s.batch, s.keys, s.kv_heads * s.d_v}, "flow.v"});
  }
  if (s.heads > 1) {
    list.push_back({"view", shape({t_q, "H", d_k}), {s.batch, s.queries, s.heads, s.d_k}, "flow.view"});
    list.push_back({"Q_heads", shape({"H", t_q, d_k}), {s.batch, s.heads, s.queries, s.d_k}, "flow.heads"});
  }
  list.push_back({"Kᵀ", shape({kv, d_k, t_k}), {s.batch, s.kv_heads, s.d_k, s.keys}, "flow.transposed"});
  list.push_back({"scores", shape({"H", t_q, t_k}), {s.batch, s.heads, s.queries, s.keys}, "flow.scores"});
  list.push_back({"weights", shape({"H", t_q, t_k}), {s.batch, s.heads, s.queries, s.keys}, "flow.weights"});
  list.push_back({"output", shape({"H", t_q, d_v}), {s.batch, s.heads, s.queries, s.d_v}, "flow.output"});
  if (s.heads > 1) {
    list.push_back(
        {"merged", shape({t_q, "H·" + d_v}), {s.batch, s.queries, s.heads * s.d_v}, "flow.merged"});
  }
  if (s.out_channels > 0) {
    list.push_back({"projected", shape({t_q, "C"}), {s.batch, s.queries, s.out_channels}, "flow.projected"});
  }
  return list;
}

}  // namespace

FlowSizes flow_sizes(const Problem& problem) {
  return {.batch = problem.batch,
          .queries = problem.query_count,
          .keys = problem.key_count,
          .channels = problem.source ? problem.source->x.size(2) : 0,
          .heads = problem.heads,
          .kv_heads = problem.kv_heads,
          .d_k = problem.d_k,
          .d_v = problem.d_v,
          .out_channels = problem.w_o ? problem.w_o->w.size(1) : 0};
}

Table flow_table(const FlowSizes& sizes, const Catalogue& catalogue) {
  Table table;
  table.column_names = {std::string(catalogue.text("flow.letters")),
                        std::string(catalogue.text("flow.numbers")),
                        std::string(catalogue.text("flow.happens"))};
  for (const Stage& stage : stages(sizes)) {
    table.rows.push_back({.name = stage.name,
                          .cells = {{.text = stage.letters},
                                    {.text = shape_text(stage.shape)},
                                    {.text = std::string(catalogue.text(stage.text))}}});
  }
  return table;
}

Document shapes_document(const FlowSizes& sizes, const Catalogue& catalogue) {
  Document document;
  document.title = std::string(catalogue.text("flow.title"));
  document.language = std::string(language_name(catalogue.language()));
  Section section;
  section.blocks.emplace_back(Heading{1, document.title});
  section.blocks.emplace_back(Paragraph{std::string(catalogue.text("flow.letters-meaning"))});
  section.blocks.emplace_back(flow_table(sizes, catalogue));
  section.blocks.emplace_back(
      Paragraph{catalogue.say("flow.never", {argument("heads", sizes.heads), argument("t_q", sizes.queries),
                                             argument("t_k", sizes.keys)})});
  document.sections.push_back(std::move(section));
  return document;
}

}  // namespace qkv
