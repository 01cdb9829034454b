#include "conformance/case.hpp"

#include <cmath>
#include <cstdlib>

#include "conformance/block.hpp"

namespace qkv::conformance {
namespace {

double number_of(const JsonValue& value) {
  return std::strtod(std::string(value.number_text()).c_str(), nullptr);
}
int whole_of(const JsonValue& value) {
  return static_cast<int>(number_of(value));
}

std::optional<Block> find_block(const JsonValue& object, std::string_view key) {
  const auto value = find(object, key);
  if (!value) return std::nullopt;
  return block_of(*value);
}

// Collects the members of the problem file.
class Writer {
 public:
  explicit Writer(const Case& source) : case_(source) {}

  ProblemText write() {
    text_ = "{\"qkv\": 1";
    if (case_.kind == "mha") {
      add_layer();
    } else if (has_bias_without_weights()) {
      add_given_with_bias();
    } else {
      add_given();
    }
    add("heads", std::to_string(case_.heads));
    add("kv_heads", std::to_string(case_.kv_heads));
    add_scale();
    add_masks();
    return {text_ + "}\n", rearranged_};
  }

 private:
  void add(std::string_view key, const std::string& value) {
    text_ += ",\n \"" + std::string(key) + "\": " + value;
  }
  void add(std::string_view key, const Block& block) { add(key, json_of(block)); }
  void add(std::string_view key, const std::optional<Block>& block) {
    if (block) add(key, *block);
  }
  Block input(std::string_view key) const { return block_of(get(case_.inputs, key)); }

  // q, k or v: [B, H, T, D] as it is; all other layouts hold the numbers of [B, T, H·D] in its order. A batch
  // of one needs no batch axis.
  Block given(std::string_view key) const {
    Block block = input(key);
    if (case_.layout == "BHTD") return block;
    const int positions = block.shape[1];
    const int features = static_cast<int>(block.cells.size()) / (case_.batch * positions);
    if (case_.layout == "BTD" && case_.batch == 1) return reshaped(std::move(block), {positions, features});
    return reshaped(std::move(block), {case_.batch, positions, features});
  }

  void add_given() {
    add("Q", given("q"));
    add("K", given("k"));
    add("V", given("v"));
  }

  bool has_bias_without_weights() const {
    return find(case_.inputs, "bq") || find(case_.inputs, "bk") || find(case_.inputs, "bv");
  }

  // q + b is q times the identity, plus b; keys and values side by side are one source for both.
  void add_given_with_bias() {
    rearranged_.bias_without_weights = true;
    const Block q = given("q");
    const Block k = given("k");
    const Block v = given("v");
    add("X", q);
    add("W_Q", identity(q.columns()));
    add("b_Q", find_block(case_.inputs, "bq"));
    add_joined_sources(k, v, identity(k.columns()), identity(v.columns()));
    add("b_K", find_block(case_.inputs, "bk"));
    add("b_V", find_block(case_.inputs, "bv"));
  }

  void add_joined_sources(const Block& x_k, const Block& x_v, const Block& w_k, const Block& w_v) {
    add("X_kv", side_by_side(x_k, x_v));
    add("W_K", one_under_the_other(w_k, zeros(x_v.columns(), w_k.columns())));
    add("W_V", one_under_the_other(zeros(x_k.columns(), w_v.columns()), w_v));
  }

  // Weights as [in, out].
  std::optional<Block> weights(std::string_view key) const {
    auto block = find_block(case_.inputs, key);
    if (block && get(case_.inputs, "weight_layout").string() == "x@W^T") return transposed(*block);
    return block;
  }

  void add_layer() {
    const bool one_source = find(case_.inputs, "x").has_value();
    add("X", input(one_source ? "x" : "xq"));
    const auto fused = weights("w_qkv");
    if (fused && one_source && parts_are_equal()) {
      add("W_QKV", *fused);
      add("b_QKV", find_block(case_.inputs, "b_qkv"));
    } else {
      add_three_matrices(fused, one_source);
    }
    add("W_O", weights("wo"));
    add("b_O", find_block(case_.inputs, "bo"));
  }

  std::array<int, 3> fused_sizes() const {
    const auto sizes = get(case_.inputs, "qkv_sizes").elements();
    return {whole_of(sizes[0]), whole_of(sizes[1]), whole_of(sizes[2])};
  }
  bool parts_are_equal() const {
    const auto sizes = fused_sizes();
    return sizes[0] == sizes[1] && sizes[1] == sizes[2];
  }

  void add_three_matrices(const std::optional<Block>& fused, bool one_source) {
    std::array<Block, 3> w;
    std::array<std::optional<Block>, 3> b;
    if (fused) {
      rearranged_.split_fused = true;
      const auto fused_bias = find_block(case_.inputs, "b_qkv");
      int from = 0;
      for (std::size_t part = 0; part < 3; ++part) {
        const int size = fused_sizes()[part];
        w[part] = columns_of(*fused, from, size);
        if (fused_bias) b[part] = columns_of(*fused_bias, from, size);
        from += size;
      }
    } else {
      w = {*weights("wq"), *weights("wk"), *weights("wv")};
      b = {find_block(case_.inputs, "bq"), find_block(case_.inputs, "bk"), find_block(case_.inputs, "bv")};
    }
    add("W_Q", w[0]);
    if (one_source) {
      add("W_K", w[1]);
      add("W_V", w[2]);
    } else {
      rearranged_.joined_sources = true;
      add_joined_sources(input("xk"), input("xv"), w[1], w[2]);
    }
    add("b_Q", b[0]);
    add("b_K", b[1]);
    add("b_V", b[2]);
  }

  // The sources multiply by their scale where the problem file divides.
  void add_scale() {
    const JsonValue scale = get(case_.inputs, "scale");
    const double factor = number_of(scale);
    const double root = 1.0 / std::sqrt(case_.d_k);
    if (factor == 1.0) {
      add("scale", "\"none\"");
    } else if (std::fabs(factor - root) > 1e-15) {
      add("scale", "\"1/" + std::string(scale.number_text()) + "\"");
    }
  }

  void add_masks() {
    std::string masks;
    const auto add_mask = [&](std::string_view key, const std::string& value) {
      masks += (masks.empty() ? "" : ", ") + ("\"" + std::string(key) + "\": ") + value;
    };
    const std::string causal = get(case_.inputs, "causal").string();
    if (causal != "none") {
      const int offset = causal == "lower_right" ? case_.keys - case_.queries : 0;
      add_mask("causal",
               case_.queries == case_.keys ? "true" : "{\"offset\": " + std::to_string(offset) + "}");
    }
    const auto key_keep = find_block(case_.inputs, "key_keep");
    const auto query_keep = find_block(case_.inputs, "query_keep");
    if (key_keep) add_mask("padding", json_of(*key_keep));
    if (query_keep) {
      add_mask("query_padding", json_of(*query_keep));
    } else if (key_keep) {
      add_mask("query_padding",
               "\"none\"");  // the sources keep the rows of padded queries unless they say so
    }
    if (const auto allow = find_block(case_.inputs, "attend_mask")) add_mask("allow", json_of(*allow));
    if (const auto bias = find_block(case_.inputs, "attn_bias")) add_mask("bias", json_of(*bias));
    if (!masks.empty()) add("mask", "{" + masks + "}");
  }

  const Case& case_;
  std::string text_;
  Rearranged rearranged_;
};

}  // namespace

Case case_of(const JsonText& line) {
  const JsonValue root = line.root();
  const JsonValue inputs = get(root, "inputs");
  const JsonValue sizes = get(root, "dims");
  const JsonValue tolerance = get(root, "tolerance");
  const auto size = [&](std::string_view name) { return whole_of(get(sizes, name)); };
  const auto layout = find(inputs, "layout");
  Case result{.id = get(root, "id").string(),
              .kind = get(root, "kind").string(),
              .layout = layout ? layout->string() : "",
              .batch = size("B"),
              .heads = size("H"),
              .kv_heads = size("Hkv"),
              .queries = size("T"),
              .keys = size("S"),
              .d_k = size("D"),
              .d_v = size("Dv"),
              .rtol = number_of(get(tolerance, "rtol")),
              .atol = number_of(get(tolerance, "atol")),
              .fully_masked_policy = get(root, "fully_masked_policy").string(),
              .inputs = inputs,
              .expected = get(root, "expected")};
  for (const JsonValue& row : get(root, "fully_masked_rows").elements()) {
    const auto at = row.elements();
    result.fully_masked_rows.push_back({whole_of(at[0]), whole_of(at[1]), whole_of(at[2])});
  }
  if (const auto keep = find(inputs, "query_keep")) {
    for (const JsonValue& member : keep->elements()) {
      std::vector<bool> flags;
      for (const JsonValue& flag : member.elements()) flags.push_back(number_of(flag) != 0.0);
      result.query_keep.push_back(std::move(flags));
    }
  }
  return result;
}

ProblemText problem_text(const Case& source) {
  return Writer(source).write();
}

}  // namespace qkv::conformance
