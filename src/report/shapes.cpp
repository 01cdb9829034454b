#include "qkv/report/shapes.hpp"

namespace qkv {
namespace {

struct Stage {
  const char* name;     // as in formulas
  std::string letters;  // "[B, T, C]"
  Shape shape;
  const char* text;  // catalogue key: what happens
};

// The letters of the sizes: one letter for sizes that are the same thing.
struct Letters {
  explicit Letters(const FlowSizes& s)
      : t_q(one_length(s) ? "T" : "T_q"),
        t_k(one_length(s) ? "T" : "T_k"),
        d_k(s.d_k == s.d_v ? "D" : "d_k"),
        d_v(s.d_k == s.d_v ? "D" : "d_v"),
        kv(s.heads == s.kv_heads ? "H" : "H_kv"),
        out(s.channels == 0 || s.out_channels == s.channels ? "C" : "C_out") {}

  static bool one_length(const FlowSizes& s) { return s.queries == s.keys && s.kv_channels == 0; }

  std::string t_q, t_k, d_k, d_v, kv, out;
};

std::string bracketed(std::initializer_list<std::string> sizes) {
  std::string text = "[B";
  for (const std::string& size : sizes) text += ", " + size;
  return text + "]";
}

bool is_grouped(const FlowSizes& s) {
  return s.kv_heads < s.heads;
}

// q, k and v side by side are three times as wide as X, and so are often written.
bool is_three_times_x(const FlowSizes& s) {
  return !is_grouped(s) && s.d_k == s.d_v && s.heads * s.d_k == s.channels;
}

void add_projections(const FlowSizes& s, const Letters& letter, std::vector<Stage>& list) {
  const bool from_x = s.channels > 0;
  if (from_x) list.push_back({"X", bracketed({letter.t_q, "C"}), {s.batch, s.queries, s.channels}, "flow.x"});
  if (s.kv_channels > 0) {
    list.push_back({"X_kv", bracketed({letter.t_k, "C_kv"}), {s.batch, s.keys, s.kv_channels}, "flow.x_kv"});
  }
  if (from_x && s.fused) {
    const std::string width = is_three_times_x(s) ? "3C" : is_grouped(s) ? "(H + 2·H_kv)·D" : "3·H·D";
    list.push_back({"qkv",
                    bracketed({letter.t_q, width}),
                    {s.batch, s.queries, (s.heads + 2 * s.kv_heads) * s.d_k},
                    "flow.qkv"});
    if (is_three_times_x(s)) {
      list.push_back(
          {"q, k, v", bracketed({letter.t_q, "C"}), {s.batch, s.queries, s.channels}, "flow.apart"});
      return;
    }
  }
  const bool times = from_x && !s.fused;
  list.push_back({"Q",
                  bracketed({letter.t_q, "H·" + letter.d_k}),
                  {s.batch, s.queries, s.heads * s.d_k},
                  times ? "flow.w_q" : "flow.q"});
  list.push_back({"K",
                  bracketed({letter.t_k, letter.kv + "·" + letter.d_k}),
                  {s.batch, s.keys, s.kv_heads * s.d_k},
                  times ? "flow.w_k" : "flow.k"});
  list.push_back({"V",
                  bracketed({letter.t_k, letter.kv + "·" + letter.d_v}),
                  {s.batch, s.keys, s.kv_heads * s.d_v},
                  times ? "flow.w_v" : "flow.v"});
}

void add_heads(const FlowSizes& s, const Letters& letter, std::vector<Stage>& list) {
  if (s.heads == 1) return;
  list.push_back(
      {"view", bracketed({letter.t_q, "H", letter.d_k}), {s.batch, s.queries, s.heads, s.d_k}, "flow.view"});
  list.push_back({"Q_heads",
                  bracketed({"H", letter.t_q, letter.d_k}),
                  {s.batch, s.heads, s.queries, s.d_k},
                  "flow.heads"});
  if (!is_grouped(s)) return;
  list.push_back({"K_heads",
                  bracketed({"H_kv", letter.t_k, letter.d_k}),
                  {s.batch, s.kv_heads, s.keys, s.d_k},
                  "flow.k-sets"});
  list.push_back({"V_heads",
                  bracketed({"H_kv", letter.t_k, letter.d_v}),
                  {s.batch, s.kv_heads, s.keys, s.d_v},
                  "flow.v-sets"});
}

std::vector<Stage> stages(const FlowSizes& s) {
  const Letters letter(s);
  std::vector<Stage> list;
  add_projections(s, letter, list);
  add_heads(s, letter, list);
  list.push_back({"Kᵀ",
                  bracketed({letter.kv, letter.d_k, letter.t_k}),
                  {s.batch, s.kv_heads, s.d_k, s.keys},
                  "flow.transposed"});
  list.push_back({"scores",
                  bracketed({"H", letter.t_q, letter.t_k}),
                  {s.batch, s.heads, s.queries, s.keys},
                  is_grouped(s) ? "flow.scores.sets" : "flow.scores"});
  list.push_back({"weights",
                  bracketed({"H", letter.t_q, letter.t_k}),
                  {s.batch, s.heads, s.queries, s.keys},
                  "flow.weights"});
  list.push_back({"output",
                  bracketed({"H", letter.t_q, letter.d_v}),
                  {s.batch, s.heads, s.queries, s.d_v},
                  "flow.output"});
  if (s.heads > 1) {
    list.push_back({"merged",
                    bracketed({letter.t_q, "H·" + letter.d_v}),
                    {s.batch, s.queries, s.heads * s.d_v},
                    "flow.merged"});
  }
  if (s.out_channels > 0) {
    list.push_back({"projected",
                    bracketed({letter.t_q, letter.out}),
                    {s.batch, s.queries, s.out_channels},
                    "flow.projected"});
  }
  return list;
}

// Only the letters that the table uses.
std::string legend(const FlowSizes& s, const Catalogue& catalogue) {
  const Letters letter(s);
  std::vector<const char*> keys = {"flow.letter.B"};
  if (Letters::one_length(s)) {
    keys.push_back("flow.letter.T");
  } else {
    keys.insert(keys.end(), {"flow.letter.T_q", "flow.letter.T_k"});
  }
  if (s.channels > 0 || s.out_channels > 0) keys.push_back("flow.letter.C");
  if (s.kv_channels > 0) keys.push_back("flow.letter.C_kv");
  if (s.out_channels > 0 && letter.out != "C") keys.push_back("flow.letter.C_out");
  keys.push_back("flow.letter.H");
  if (is_grouped(s)) keys.push_back("flow.letter.H_kv");
  if (letter.d_k == "D") {
    keys.push_back("flow.letter.D");
  } else {
    keys.insert(keys.end(), {"flow.letter.d_k", "flow.letter.d_v"});
  }
  std::string list;
  for (const char* key : keys) {
    if (!list.empty()) list += catalogue.text("list.clauses");
    list += catalogue.text(key);
  }
  return catalogue.say("flow.legend", {argument("letters", list)});
}

Table table_of(const FlowSizes& sizes, const Catalogue& catalogue) {
  Table table;
  table.column_names = {std::string(catalogue.text("flow.letters")),
                        std::string(catalogue.text("flow.numbers")),
                        std::string(catalogue.text("flow.happens"))};
  const std::vector<Argument> arguments = {argument("share", sizes.heads / sizes.kv_heads)};
  for (const Stage& stage : stages(sizes)) {
    table.rows.push_back({.name = stage.name,
                          .cells = {{.text = stage.letters},
                                    {.text = shape_text(stage.shape)},
                                    {.text = catalogue.say(stage.text, arguments)}}});
  }
  return table;
}

// The scores are positions by positions, and heads do not look at one another.
std::string never(const FlowSizes& s, const Catalogue& catalogue) {
  const Letters letter(s);
  const char* key = s.heads == 1          ? "flow.never.one-head"
                    : s.out_channels == 0 ? "flow.never"
                                          : "flow.never.projected";
  return catalogue.say(key, {argument("letters", bracketed({"H", letter.t_q, letter.t_k})),
                             argument("wrong", bracketed({letter.t_q, "H", "H"})), argument("heads", s.heads),
                             argument("t_q", s.queries), argument("t_k", s.keys)});
}

}  // namespace

FlowSizes flow_sizes(const Problem& problem) {
  const bool cross = problem.source && problem.source->cross;
  return {.batch = problem.batch,
          .queries = problem.query_count,
          .keys = problem.key_count,
          .channels = problem.source ? problem.source->x.size(2) : 0,
          .kv_channels = cross ? problem.source->x_kv.size(2) : 0,
          .fused = problem.source && problem.source->fused,
          .heads = problem.heads,
          .kv_heads = problem.kv_heads,
          .d_k = problem.d_k,
          .d_v = problem.d_v,
          .out_channels = problem.w_o ? problem.w_o->w.size(1) : 0};
}

std::vector<Block> flow_blocks(const FlowSizes& sizes, const Catalogue& catalogue) {
  return {Paragraph{legend(sizes, catalogue)}, table_of(sizes, catalogue),
          Paragraph{never(sizes, catalogue)}};
}

Document shapes_document(const FlowSizes& sizes, const Catalogue& catalogue) {
  Document document;
  document.title = std::string(catalogue.text("flow.title"));
  document.language = std::string(language_name(catalogue.language()));
  Section section;
  section.blocks.emplace_back(Heading{1, document.title});
  for (Block& block : flow_blocks(sizes, catalogue)) section.blocks.push_back(std::move(block));
  document.sections.push_back(std::move(section));
  return document;
}

}  // namespace qkv
