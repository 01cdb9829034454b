// The three ways a problem begins, and whether their shapes fit together.
#include <algorithm>
#include <cassert>

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

  std::optional<Sizes> run() {
    const auto kind = kind_of_input();
    if (!kind) return std::nullopt;
    sizes_.kind = *kind;
    switch (*kind) {
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
    if (ok_) check_output_projection();
    if (ok_) check_limits();
    return ok_ ? std::optional(sizes_) : std::nullopt;
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

  std::optional<InputKind> kind_of_input() {
    const auto any = [&](std::initializer_list<std::string_view> names, std::initializer_list<bool> given) {
      return std::ranges::any_of(given, [](bool is) { return is; }) ||
             std::ranges::any_of(names, [&](std::string_view name) { return was_reported(raw_, name); });
    };
    const bool scores = any({"scores"}, {raw_.scores.has_value()});
    const bool embeddings = any({"X", "X_kv", "W_Q", "W_K", "W_V", "W_QKV"},
                                {raw_.x.has_value(), raw_.x_kv.has_value(), raw_.w_q.has_value(),
                                 raw_.w_k.has_value(), raw_.w_v.has_value(), raw_.w_qkv.has_value()});
    const bool qk = any({"Q", "K"}, {raw_.q.has_value(), raw_.k.has_value()});
    const bool v = any({"V"}, {raw_.v.has_value()});
    if ((scores && (embeddings || qk)) || (embeddings && (qk || v))) {
      fault(raw_.place, "inputs.mixed");
      return std::nullopt;
    }
    if (scores) return InputKind::scores;
    if (embeddings) return InputKind::embeddings;
    if (qk || v) return InputKind::qkv;
    fault(raw_.place, "inputs.none");
    return std::nullopt;
  }

  // All inputs of one kind have the same nesting depth.
  bool same_rank(std::initializer_list<NamedInput> inputs) {
    const NamedInput& first = *inputs.begin();
    for (const NamedInput& other : inputs) {
      if (!other.input || rank(other.input) == rank(first.input)) continue;
      fault(other.input->place, "shape.depth",
            {argument("name", std::string(other.name)), argument("other", std::string(first.name)),
             argument("shape", shape(other.input)), argument("other_shape", shape(first.input))});
      return false;
    }
    return true;
  }

  bool same_batch(std::initializer_list<NamedInput> inputs) {
    const NamedInput& first = *inputs.begin();
    sizes_.batch = batch_of(first.input);
    for (const NamedInput& other : inputs) {
      if (!other.input || batch_of(other.input) == sizes_.batch) continue;
      fault(other.input->place, "shape.batch",
            {argument("name", std::string(other.name)), argument("other", std::string(first.name)),
             argument("found", batch_of(other.input)), argument("expected", sizes_.batch)});
      return false;
    }
    return true;
  }

  // `heads` and `kv_heads` as written; against the head axis where there is one.
  bool read_heads(std::optional<int> from_shape, std::optional<int> kv_from_shape) {
    const auto read = [&](const std::optional<Located<long long>>& written, std::optional<int> in_shape,
                          int otherwise, const char* name) {
      const long long count = written ? written->value : in_shape.value_or(otherwise);
      if (count < 1 || count > Limits::heads) {
        fault(written ? written->place : raw_.place, "heads.range",
              {argument("name", name), argument("found", count), argument("limit", Limits::heads)});
        return otherwise;
      }
      const int value = static_cast<int>(count);
      if (in_shape && *in_shape != value) {
        fault(written->place, "heads.disagree",
              {argument("name", name), argument("found", value), argument("shape", *in_shape)});
      }
      return value;
    };
    sizes_.heads = read(raw_.heads, from_shape, 1, "heads");
    sizes_.kv_heads = sizes_.heads;
    if (ok_ || raw_.kv_heads) sizes_.kv_heads = read(raw_.kv_heads, kv_from_shape, sizes_.heads, "kv_heads");
    if (ok_ && sizes_.heads % sizes_.kv_heads != 0) {
      fault(raw_.kv_heads ? raw_.kv_heads->place : raw_.place, "heads.groups",
            {argument("heads", sizes_.heads), argument("kv_heads", sizes_.kv_heads)});
    }
    return ok_;
  }

  // The features of one head, from the columns of all heads side by side.
  int per_head(std::string_view name, const Input& input, int heads) {
    if (columns(input) % heads == 0) return columns(input) / heads;
    fault(
        input->place, "heads.split",
        {argument("name", std::string(name)), argument("columns", columns(input)), argument("heads", heads)});
    return 0;
  }

  // Keys for fewer heads than there are queries: then several query heads may share each set, and what is
  // missing is `kv_heads`. Reported in place of columns that do not fit.
  bool lacks_kv_heads(std::string_view name, const Input& queries, const Input& keys, const Input& values) {
    if (raw_.kv_heads || sizes_.heads == 1 || columns(queries) % sizes_.heads != 0) return false;
    const int d_k = columns(queries) / sizes_.heads;
    const int sets = columns(keys) / d_k;
    const bool fits = columns(keys) % d_k == 0 && sets >= 1 && sets < sizes_.heads &&
                      sizes_.heads % sets == 0 && columns(values) % sets == 0;
    if (!fits) return false;
    fault(keys->place, "heads.kv-missing",
          {argument("name", std::string(name)), argument("columns", columns(keys)), argument("d_k", d_k),
           argument("heads", sizes_.heads), argument("expected", sizes_.heads * d_k),
           argument("kv_heads", sets)});
    return true;
  }

  void expect_columns(std::string_view name, const Input& input, int expected, std::string code) {
    if (!ok_ || columns(input) == expected) return;
    fault(input->place, std::move(code),
          {argument("name", std::string(name)), argument("found", columns(input)),
           argument("expected", expected), argument("heads", sizes_.kv_heads), argument("d_k", sizes_.d_k),
           argument("shape", shape(input))});
  }

  void expect_rows(std::string_view name, const Input& input, int expected, std::string code) {
    if (rows(input) == expected) return;
    fault(input->place, std::move(code),
          {argument("name", std::string(name)), argument("found", rows(input)),
           argument("expected", expected), argument("shape", shape(input))});
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

  void check_qkv() {
    check_no_d_k();
    check_no_biases();
    const bool all_there = all_of_them({{"Q", raw_.q}, {"K", raw_.k}, {"V", raw_.v}});
    if (!all_there || !same_rank({{"Q", raw_.q}, {"K", raw_.k}, {"V", raw_.v}}) ||
        !same_batch({{"Q", raw_.q}, {"K", raw_.k}, {"V", raw_.v}})) {
      return;
    }
    sizes_.t_q = rows(raw_.q);
    sizes_.t_k = rows(raw_.k);
    if (rows(raw_.v) != sizes_.t_k) {
      fault(raw_.v->place, "shape.keys-and-values",
            {argument("k", sizes_.t_k), argument("v", rows(raw_.v)), argument("k_shape", shape(raw_.k)),
             argument("v_shape", shape(raw_.v))});
    }
    const bool per_head_given = rank(raw_.q) == 4;
    if (per_head_given) {
      check_given_heads();
    } else if (read_heads(std::nullopt, std::nullopt) && !lacks_kv_heads("K", raw_.q, raw_.k, raw_.v)) {
      sizes_.d_k = per_head("Q", raw_.q, sizes_.heads);
      sizes_.d_v = per_head("V", raw_.v, sizes_.kv_heads);
      check_d_k(sizes_.d_k * sizes_.kv_heads);
    }
  }

  void check_given_heads() {
    if (from_end(raw_.v, 2) != from_end(raw_.k, 2)) {
      fault(raw_.v->place, "shape.kv-heads",
            {argument("k", from_end(raw_.k, 2)), argument("v", from_end(raw_.v, 2))});
    }
    if (!read_heads(from_end(raw_.q, 2), from_end(raw_.k, 2))) return;
    sizes_.d_k = columns(raw_.q);
    sizes_.d_v = columns(raw_.v);
    check_d_k(sizes_.d_k);
  }

  void check_d_k(int expected) {
    if (!ok_ || columns(raw_.k) == expected) return;
    const bool one_head = sizes_.heads == 1 || rank(raw_.q) == 4;
    fault(raw_.k->place, one_head ? "shape.d_k" : "shape.d_k-heads",
          {argument("q", columns(raw_.q)), argument("k", columns(raw_.k)), argument("q_shape", shape(raw_.q)),
           argument("k_shape", shape(raw_.k)), argument("expected", expected), argument("d_k", sizes_.d_k),
           argument("kv_heads", sizes_.kv_heads)});
  }

  void check_embeddings() {
    check_no_d_k();
    if (!there("X", raw_.x)) return;
    const bool cross = raw_.x_kv.has_value();
    if (cross && (!same_rank({{"X", raw_.x}, {"X_kv", raw_.x_kv}}))) return;
    if (!same_batch({{"X", raw_.x}, {"X_kv", raw_.x_kv}})) return;
    sizes_.t_q = rows(raw_.x);
    sizes_.t_k = cross ? rows(raw_.x_kv) : sizes_.t_q;
    sizes_.channels = columns(raw_.x);
    sizes_.kv_channels = cross ? columns(raw_.x_kv) : sizes_.channels;
    if (!read_heads(std::nullopt, std::nullopt)) return;
    const bool fused = raw_.w_qkv.has_value() || was_reported(raw_, "W_QKV");
    if (fused) {
      check_fused(cross);
    } else {
      check_three_matrices();
    }
  }

  void check_three_matrices() {
    const bool all_there = all_of_them({{"W_Q", raw_.w_q}, {"W_K", raw_.w_k}, {"W_V", raw_.w_v}});
    check_bias("b_QKV", raw_.b_qkv, "W_QKV", std::nullopt);
    if (!all_there) return;
    const char* kv_code = raw_.x_kv ? "shape.matrix-rows-kv" : "shape.matrix-rows";
    expect_rows("W_Q", raw_.w_q, sizes_.channels, "shape.matrix-rows");
    expect_rows("W_K", raw_.w_k, sizes_.kv_channels, kv_code);
    expect_rows("W_V", raw_.w_v, sizes_.kv_channels, kv_code);
    if (!lacks_kv_heads("W_K", raw_.w_q, raw_.w_k, raw_.w_v)) {
      sizes_.d_k = per_head("W_Q", raw_.w_q, sizes_.heads);
      sizes_.d_v = per_head("W_V", raw_.w_v, sizes_.kv_heads);
      expect_columns("W_K", raw_.w_k, sizes_.d_k * sizes_.kv_heads, "shape.key-columns");
    }
    check_bias("b_Q", raw_.b_q, "W_Q", raw_.w_q);
    check_bias("b_K", raw_.b_k, "W_K", raw_.w_k);
    check_bias("b_V", raw_.b_v, "W_V", raw_.w_v);
  }

  void check_fused(bool cross) {
    for (const NamedInput& apart :
         {NamedInput{"W_Q", raw_.w_q}, NamedInput{"W_K", raw_.w_k}, NamedInput{"W_V", raw_.w_v},
          NamedInput{"b_Q", raw_.b_q}, NamedInput{"b_K", raw_.b_k}, NamedInput{"b_V", raw_.b_v}}) {
      if (apart.input)
        fault(apart.input->place, "fused.and-apart", {argument("name", std::string(apart.name))});
    }
    if (!there("W_QKV", raw_.w_qkv)) return;
    if (cross) fault(raw_.w_qkv->place, "fused.cross");
    expect_rows("W_QKV", raw_.w_qkv, sizes_.channels, "shape.matrix-rows");
    const int parts = sizes_.heads + 2 * sizes_.kv_heads;
    if (columns(raw_.w_qkv) % parts != 0) {
      fault(raw_.w_qkv->place, "fused.columns",
            {argument("columns", columns(raw_.w_qkv)), argument("parts", parts),
             argument("heads", sizes_.heads), argument("kv_heads", sizes_.kv_heads)});
    }
    sizes_.d_k = sizes_.d_v = columns(raw_.w_qkv) / parts;
    check_bias("b_QKV", raw_.b_qkv, "W_QKV", raw_.w_qkv);
  }

  void check_bias(const char* name, const Input& bias, const char* matrix_name, const Input& matrix) {
    if (!bias || was_reported(raw_, matrix_name)) return;
    if (!matrix) {
      fault(bias->place, "bias.without-matrix", {argument("name", name), argument("matrix", matrix_name)});
    } else if (columns(bias) != columns(matrix)) {
      fault(bias->place, "shape.bias",
            {argument("name", name), argument("matrix", matrix_name), argument("found", columns(bias)),
             argument("expected", columns(matrix))});
    }
  }

  void check_scores() {
    check_no_biases();
    if (!there("scores", raw_.scores)) return;
    if (raw_.v && (!same_rank({{"scores", raw_.scores}, {"V", raw_.v}}))) return;
    if (!same_batch({{"scores", raw_.scores}, {"V", raw_.v}})) return;
    sizes_.t_q = rows(raw_.scores);
    sizes_.t_k = columns(raw_.scores);
    const bool with_head_axis = rank(raw_.scores) == 4;
    const int heads = with_head_axis ? from_end(raw_.scores, 2) : 1;
    const int kv_heads = with_head_axis && raw_.v ? from_end(raw_.v, 2) : heads;
    if (!read_heads(heads, kv_heads)) return;
    if (raw_.v && rows(raw_.v) != sizes_.t_k) {
      fault(raw_.v->place, "shape.scores-and-values",
            {argument("keys", sizes_.t_k), argument("v", rows(raw_.v)), argument("shape", shape(raw_.scores)),
             argument("v_shape", shape(raw_.v))});
    }
    sizes_.d_v = raw_.v ? columns(raw_.v) : 0;
    check_d_k_of_scores();
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
    if (sizes_.d_v == 0) {
      fault(raw_.w_o->place, "output.no-values");
      return;
    }
    if (rows(raw_.w_o) != sizes_.heads * sizes_.d_v) {
      fault(raw_.w_o->place, "shape.output-rows",
            {argument("found", rows(raw_.w_o)), argument("expected", sizes_.heads * sizes_.d_v),
             argument("heads", sizes_.heads), argument("d_v", sizes_.d_v)});
    }
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
  Sizes sizes_;
  bool ok_ = true;
};

}  // namespace

std::optional<Sizes> check_inputs(FaultList& faults, const RawProblem& raw) {
  return Checker(faults, raw).run();
}

}  // namespace qkv
