// Whether the shapes of the inputs fit together.
#include <algorithm>
#include <utility>

#include "checks.hpp"

namespace qkv {
namespace {

using Input = std::optional<Located<Tensor>>;

struct NamedInput {
  std::string_view name;
  const Input& input;
};

int rank(const Input& input) {
  return input->value.rank();
}
// The size of an axis counted from the last one.
int from_end(const Input& input, int axis) {
  return input->value.size(rank(input) - 1 - axis);
}
int columns(const Input& input) {
  return from_end(input, 0);
}
int rows(const Input& input) {
  return from_end(input, 1);
}
int batch_of(const Input& input) {
  return rank(input) == 2 ? 1 : input->value.size(0);
}
std::string shape(const Input& input) {
  return shape_text(input->value.shape());
}

class Checker {
 public:
  Checker(FaultList& faults, const RawProblem& raw) : faults_(faults), raw_(raw) {}

  CheckedInputs run() {
    kind_ = kind_of_input(faults_, raw_);
    if (!kind_) return {kind_, sizes_, false};
    sizes_.kind = *kind_;
    switch (*kind_) {
      case InputKind::qkv:
        check_qkv();
        break;
      case InputKind::embeddings:
        check_embeddings();
        break;
      case InputKind::scores:
        check_scores();
        break;
    }
    check_output_projection();
    if (ok_) check_limits();
    // Of what the reader could not use there is no size.
    const bool known = sizes_.batch > 0 && sizes_.heads > 0 && sizes_.kv_heads > 0;
    return {kind_, sizes_, ok_ && known};
  }

 private:
  void fault(const Place& place, std::string code, std::vector<Argument> arguments = {}) {
    add_fault(faults_, place, std::move(code), std::move(arguments));
    ok_ = false;
  }

  bool there(std::string_view name, const Input& input) {
    if (input) return true;
    if (was_reported(raw_, name)) {
      ok_ = false;
    } else {
      fault(raw_.place, "missing." + std::string(name));
    }
    return false;
  }

  // Every one that is missing is reported.
  bool all_of_them(std::initializer_list<NamedInput> inputs) {
    bool all = true;
    for (const NamedInput& each : inputs) {
      if (!there(each.name, each.input)) all = false;
    }
    return all;
  }

  // All inputs of one kind have the same nesting depth. Those that are not there are passed over.
  bool same_rank(std::initializer_list<NamedInput> inputs) {
    const NamedInput* first = first_of(inputs);
    if (first == nullptr) return false;
    for (const NamedInput& other : inputs) {
      if (!other.input || rank(other.input) == rank(first->input)) continue;
      fault(other.input->place, "shape.depth",
            {argument("name", std::string(other.name)), argument("other", std::string(first->name)),
             argument("shape", shape(other.input)), argument("other_shape", shape(first->input))});
      return false;
    }
    return true;
  }

  // The batch is known once they agree on it.
  bool same_batch(std::initializer_list<NamedInput> inputs) {
    const NamedInput* first = first_of(inputs);
    if (first == nullptr) return false;
    const int batch = batch_of(first->input);
    for (const NamedInput& other : inputs) {
      if (!other.input || batch_of(other.input) == batch) continue;
      fault(other.input->place, "shape.batch",
            {argument("name", std::string(other.name)), argument("other", std::string(first->name)),
             argument("found", batch_of(other.input)), argument("expected", batch)});
      return false;
    }
    sizes_.batch = batch;
    return true;
  }

  static const NamedInput* first_of(std::initializer_list<NamedInput> inputs) {
    const auto found =
        std::ranges::find_if(inputs, [](const NamedInput& each) { return each.input.has_value(); });
    return found == inputs.end() ? nullptr : found;
  }

  // `heads` and `kv_heads` as written; against the head axis where there is one. They stay unknown if
  // anything about them is wrong.
  bool read_heads(std::optional<int> from_shape, std::optional<int> kv_from_shape) {
    const auto read = [&](const std::optional<Located<long long>>& written, std::optional<int> in_shape,
                          int otherwise, const char* name) -> int {
      if (!written && was_reported(raw_, name)) return 0;
      const long long count = written ? written->value : in_shape.value_or(otherwise);
      if (count < 1 || count > Limits::heads) {
        fault(written ? written->place : raw_.place, "heads.range",
              {argument("name", name), argument("found", count), argument("limit", Limits::heads)});
        return 0;
      }
      const int value = static_cast<int>(count);
      if (in_shape && *in_shape != value) {
        fault(written->place, "heads.disagree",
              {argument("name", name), argument("found", value), argument("shape", *in_shape)});
        return 0;
      }
      return value;
    };
    const int heads = read(raw_.heads, from_shape, 1, "heads");
    sizes_.heads = heads;
    if (heads == 0 && !raw_.kv_heads) return false;
    const int kv_heads = read(raw_.kv_heads, kv_from_shape, heads, "kv_heads");
    if (heads == 0 || kv_heads == 0) return false;
    if (heads % kv_heads != 0) {
      fault(raw_.kv_heads ? raw_.kv_heads->place : raw_.place, "heads.groups",
            {argument("heads", heads), argument("kv_heads", kv_heads)});
      return false;
    }
    sizes_.kv_heads = kv_heads;
    return true;
  }

  // The features of one head, from the columns of all heads side by side. 0: unknown.
  int per_head(std::string_view name, const Input& input, int heads) {
    if (!input) return 0;
    if (columns(input) % heads == 0) return columns(input) / heads;
    fault(input->place, "heads.split",
          {argument("name", std::string(name)), argument_count("columns", columns(input), "thing.column"),
           argument("heads", heads)});
    return 0;
  }

  // Keys for fewer heads than there are queries: then several query heads may share each set, and what is
  // missing is `kv_heads`. Reported in place of columns that do not fit.
  bool lacks_kv_heads(std::string_view name, const Input& queries, const Input& keys, const Input& values) {
    if (!queries || !keys || !values) return false;
    if (raw_.kv_heads || sizes_.heads == 1 || columns(queries) % sizes_.heads != 0) return false;
    const int d_k = columns(queries) / sizes_.heads;
    const int sets = columns(keys) / d_k;
    const bool fits = columns(keys) % d_k == 0 && sets >= 1 && sets < sizes_.heads &&
                      sizes_.heads % sets == 0 && columns(values) % sets == 0;
    if (!fits) return false;
    fault(keys->place, "heads.kv-missing",
          {argument("name", std::string(name)), argument_count("wide", columns(keys), "thing.column"),
           argument("columns", columns(keys)), argument("d_k", d_k), argument("heads", sizes_.heads),
           argument("expected", sizes_.heads * d_k), argument("kv_heads", sets)});
    return true;
  }

  void expect_key_columns(const Input& input) {
    const int expected = sizes_.d_k * sizes_.kv_heads;
    if (!input || sizes_.d_k == 0 || columns(input) == expected) return;
    fault(input->place, "shape.key-columns",
          {argument("name", "W_K"), argument_count("found", columns(input), "thing.column"),
           argument_count("expected", expected, "thing.column"), argument("heads", sizes_.kv_heads),
           argument("d_k", sizes_.d_k)});
  }

  void expect_rows(std::string_view name, const Input& input, int expected, std::string code) {
    if (!input || expected == 0 || rows(input) == expected) return;
    fault(input->place, std::move(code),
          {argument("name", std::string(name)), argument_count("found", rows(input), "thing.row"),
           argument_count("expected", expected, "thing.feature")});
  }

  // What belongs to the embeddings, in a problem that begins later.
  void check_no_biases() {
    check_bias("b_Q", raw_.b_q, "W_Q", std::nullopt);
    check_bias("b_K", raw_.b_k, "W_K", std::nullopt);
    check_bias("b_V", raw_.b_v, "W_V", std::nullopt);
    check_bias("b_QKV", raw_.b_qkv, "W_QKV", std::nullopt);
  }

  void check_no_d_k() {
    if (raw_.d_k) fault(raw_.d_k->place, "d_k.not-needed");
  }

  // Each part is checked that does not depend on one that is wrong or missing.
  void check_qkv() {
    check_no_d_k();
    check_no_biases();
    const bool all_there = all_of_them({{"Q", raw_.q}, {"K", raw_.k}, {"V", raw_.v}});
    if (raw_.q) sizes_.t_q = rows(raw_.q);
    if (raw_.k) sizes_.t_k = rows(raw_.k);
    if (!raw_.k && raw_.v) sizes_.t_k = rows(raw_.v);
    const bool nested = same_rank({{"Q", raw_.q}, {"K", raw_.k}, {"V", raw_.v}});
    const bool batched = nested && same_batch({{"Q", raw_.q}, {"K", raw_.k}, {"V", raw_.v}});
    if (raw_.k && raw_.v && batched && rows(raw_.v) != rows(raw_.k)) {
      fault(raw_.v->place, "shape.keys-and-values",
            {argument("k", rows(raw_.k)), argument("v", rows(raw_.v)), argument("k_shape", shape(raw_.k)),
             argument("v_shape", shape(raw_.v))});
    }
    if (!nested) return;
    const bool given_per_head = rank(raw_.q ? raw_.q : raw_.k ? raw_.k : raw_.v) == 4;
    if (given_per_head) {
      if (all_there) check_given_heads();
    } else if (read_heads(std::nullopt, std::nullopt) && !lacks_kv_heads("K", raw_.q, raw_.k, raw_.v)) {
      sizes_.d_k = per_head("Q", raw_.q, sizes_.heads);
      sizes_.d_v = per_head("V", raw_.v, sizes_.kv_heads);
      if (raw_.q && raw_.k && sizes_.d_k > 0) check_d_k(sizes_.d_k * sizes_.kv_heads);
    }
  }

  void check_given_heads() {
    const bool agree = from_end(raw_.v, 2) == from_end(raw_.k, 2);
    if (!agree) {
      fault(raw_.v->place, "shape.kv-heads",
            {argument_count("k", from_end(raw_.k, 2), "thing.head"),
             argument_count("v", from_end(raw_.v, 2), "thing.head")});
    }
    sizes_.d_k = columns(raw_.q);
    sizes_.d_v = columns(raw_.v);
    check_d_k(sizes_.d_k);
    if (agree) read_heads(from_end(raw_.q, 2), from_end(raw_.k, 2));
  }

  void check_d_k(int expected) {
    if (columns(raw_.k) == expected) return;
    const bool one_head = sizes_.heads == 1 || rank(raw_.q) == 4;
    fault(raw_.k->place, one_head ? "shape.d_k" : "shape.d_k-heads",
          {argument("q", columns(raw_.q)), argument("k", columns(raw_.k)), argument("q_shape", shape(raw_.q)),
           argument("k_shape", shape(raw_.k)), argument_count("expected", expected, "thing.column"),
           argument_count("features", sizes_.d_k, "thing.feature"), argument("d_k", sizes_.d_k),
           argument("kv_heads", sizes_.kv_heads)});
  }

  void check_embeddings() {
    check_no_d_k();
    there("X", raw_.x);
    const bool cross = raw_.x_kv.has_value() || was_reported(raw_, "X_kv");
    if (raw_.x) {
      sizes_.t_q = rows(raw_.x);
      sizes_.channels = columns(raw_.x);
      if (!cross) sizes_.t_k = sizes_.t_q;
      if (!cross) sizes_.kv_channels = sizes_.channels;
    }
    if (cross && !raw_.x_kv) ok_ = false;
    if (raw_.x_kv) {
      sizes_.t_k = rows(raw_.x_kv);
      sizes_.kv_channels = columns(raw_.x_kv);
    }
    if (same_rank({{"X", raw_.x}, {"X_kv", raw_.x_kv}})) same_batch({{"X", raw_.x}, {"X_kv", raw_.x_kv}});
    const bool heads_known = read_heads(std::nullopt, std::nullopt);
    const bool fused = raw_.w_qkv.has_value() || was_reported(raw_, "W_QKV");
    if (fused) {
      check_fused(cross, heads_known);
    } else {
      check_three_matrices(heads_known);
    }
  }

  void check_three_matrices(bool heads_known) {
    all_of_them({{"W_Q", raw_.w_q}, {"W_K", raw_.w_k}, {"W_V", raw_.w_v}});
    check_bias("b_QKV", raw_.b_qkv, "W_QKV", std::nullopt);
    const char* kv_code = raw_.x_kv ? "shape.matrix-rows-kv" : "shape.matrix-rows";
    expect_rows("W_Q", raw_.w_q, sizes_.channels, "shape.matrix-rows");
    expect_rows("W_K", raw_.w_k, sizes_.kv_channels, kv_code);
    expect_rows("W_V", raw_.w_v, sizes_.kv_channels, kv_code);
    if (heads_known && !lacks_kv_heads("W_K", raw_.w_q, raw_.w_k, raw_.w_v)) {
      sizes_.d_k = per_head("W_Q", raw_.w_q, sizes_.heads);
      sizes_.d_v = per_head("W_V", raw_.w_v, sizes_.kv_heads);
      expect_key_columns(raw_.w_k);
    }
    if (raw_.w_q) check_bias("b_Q", raw_.b_q, "W_Q", raw_.w_q);
    if (raw_.w_k) check_bias("b_K", raw_.b_k, "W_K", raw_.w_k);
    if (raw_.w_v) check_bias("b_V", raw_.b_v, "W_V", raw_.w_v);
  }

  void check_fused(bool cross, bool heads_known) {
    for (const NamedInput& apart :
         {NamedInput{"W_Q", raw_.w_q}, NamedInput{"W_K", raw_.w_k}, NamedInput{"W_V", raw_.w_v},
          NamedInput{"b_Q", raw_.b_q}, NamedInput{"b_K", raw_.b_k}, NamedInput{"b_V", raw_.b_v}}) {
      if (apart.input)
        fault(apart.input->place, "fused.and-apart", {argument("name", std::string(apart.name))});
    }
    if (!there("W_QKV", raw_.w_qkv)) return;
    if (cross) fault(raw_.w_qkv->place, "fused.cross");
    expect_rows("W_QKV", raw_.w_qkv, sizes_.channels, "shape.matrix-rows");
    check_bias("b_QKV", raw_.b_qkv, "W_QKV", raw_.w_qkv);
    if (!heads_known) return;
    const int parts = sizes_.heads + 2 * sizes_.kv_heads;
    if (columns(raw_.w_qkv) % parts != 0) {
      fault(raw_.w_qkv->place, "fused.columns",
            {argument_count("wide", columns(raw_.w_qkv), "thing.column"),
             argument("columns", columns(raw_.w_qkv)), argument("parts", parts),
             argument("heads", sizes_.heads), argument("kv_heads", sizes_.kv_heads)});
      return;
    }
    sizes_.d_k = sizes_.d_v = columns(raw_.w_qkv) / parts;
  }

  void check_bias(const char* name, const Input& bias, const char* matrix_name, const Input& matrix) {
    if (!bias || was_reported(raw_, matrix_name)) return;
    if (!matrix) {
      fault(bias->place, "bias.without-matrix", {argument("name", name), argument("matrix", matrix_name)});
    } else if (columns(bias) != columns(matrix)) {
      fault(bias->place, "shape.bias",
            {argument("name", name), argument("matrix", matrix_name),
             argument_count("found", columns(bias), "thing.number"),
             argument_count("expected", columns(matrix), "thing.column")});
    }
  }

  void check_scores() {
    check_no_biases();
    there("scores", raw_.scores);
    check_d_k_of_scores();
    if (raw_.v) sizes_.d_v = columns(raw_.v);
    const bool nested = same_rank({{"scores", raw_.scores}, {"V", raw_.v}});
    if (nested) same_batch({{"scores", raw_.scores}, {"V", raw_.v}});
    if (!raw_.scores) return;
    sizes_.t_q = rows(raw_.scores);
    sizes_.t_k = columns(raw_.scores);
    if (raw_.v && rows(raw_.v) != sizes_.t_k) {
      fault(
          raw_.v->place, "shape.scores-and-values",
          {argument_count("keys", sizes_.t_k, "thing.column"), argument_count("v", rows(raw_.v), "thing.row"),
           argument("shape", shape(raw_.scores)), argument("v_shape", shape(raw_.v))});
    }
    if (!nested) return;
    const bool with_head_axis = rank(raw_.scores) == 4;
    const int heads = with_head_axis ? from_end(raw_.scores, 2) : 1;
    read_heads(heads, with_head_axis && raw_.v ? from_end(raw_.v, 2) : heads);
  }

  void check_d_k_of_scores() {
    const bool root = !raw_.scale || raw_.scale->value.kind == RawScale::Kind::sqrt_dk;
    if (!raw_.d_k) {
      if (root && !was_reported(raw_, "scale") && !was_reported(raw_, "d_k"))
        fault(raw_.place, "d_k.missing");
      return;
    }
    if (raw_.d_k->value < 1 || raw_.d_k->value > Limits::features) {
      fault(raw_.d_k->place, "d_k.range",
            {argument("found", raw_.d_k->value), argument("limit", Limits::features)});
      return;
    }
    sizes_.d_k = static_cast<int>(raw_.d_k->value);
  }

  void check_output_projection() {
    check_bias("b_O", raw_.b_o, "W_O", raw_.w_o);
    if (!raw_.w_o) return;
    if (kind_ == InputKind::scores && !raw_.v && !was_reported(raw_, "V")) {
      fault(raw_.w_o->place, "output.no-values");
      return;
    }
    const int expected = sizes_.heads * sizes_.d_v;
    if (expected == 0 || rows(raw_.w_o) == expected) return;
    fault(raw_.w_o->place, "shape.output-rows",
          {argument_count("found", rows(raw_.w_o), "thing.row"),
           argument_count("expected", expected, "thing.row"),
           argument_count("features", expected, "thing.feature"), argument("heads", sizes_.heads),
           argument("d_v", sizes_.d_v)});
  }

  void check_limit(std::string code, long long found, long long limit) {
    if (found > limit)
      fault(raw_.place, std::move(code), {argument("found", found), argument("limit", limit)});
  }

  void check_limits() {
    check_limit("limit.batch", sizes_.batch, Limits::batch);
    check_limit("limit.tokens", std::max(sizes_.t_q, sizes_.t_k), Limits::tokens);
    check_limit("limit.features", std::max(sizes_.d_k, sizes_.d_v), Limits::features);
    const int out = raw_.w_o ? columns(raw_.w_o) : 0;
    check_limit("limit.channels",
                std::max({sizes_.heads * sizes_.d_k, sizes_.heads * sizes_.d_v, sizes_.channels,
                          sizes_.kv_channels, out}),
                Limits::channels);
    const long long rows_of_all = static_cast<long long>(sizes_.batch) * std::max(sizes_.t_q, sizes_.t_k);
    const long long widest =
        std::max(static_cast<long long>(sizes_.heads) * std::max({sizes_.t_k, sizes_.d_k, sizes_.d_v}),
                 static_cast<long long>(out));
    check_limit("limit.cells", rows_of_all * widest, Limits::cells);
  }

  FaultList& faults_;
  const RawProblem& raw_;
  InputSizes sizes_;
  std::optional<InputKind> kind_;
  bool ok_ = true;
};

}  // namespace

CheckedInputs check_inputs(FaultList& faults, const RawProblem& raw) {
  return Checker(faults, raw).run();
}

}  // namespace qkv
