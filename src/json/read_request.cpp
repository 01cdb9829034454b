// A request of the line protocol: strict, since whoever writes one wants to know what is wrong with it.
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <optional>
#include <utility>

#include "course_reading.hpp"
#include "qkv/json/protocol.hpp"
#include "read_tensor.hpp"
#include "reading.hpp"

namespace qkv {
namespace {

constexpr std::array<std::string_view, 12> known_keys = {
    "qkv", "id", "q", "k", "v", "x", "heads", "w_qkv", "w_o", "causal", "padding_mask", "scale"};
constexpr std::array<std::string_view, 3> attention_keys = {"q", "k", "v"};
constexpr std::array<std::string_view, 4> layer_keys = {"x", "heads", "w_qkv", "w_o"};

constexpr TensorForm heads_form = {4, 4, Element::literal, "type.heads"};
constexpr TensorForm batch_form = {3, 3, Element::literal, "type.batch"};
constexpr TensorForm matrix_form = {2, 2, Element::literal, "type.matrix"};
constexpr TensorForm padding_form = {2, 2, Element::boolean, "type.padding-mask"};

// An axis of a shape that something else fixes; without a number any size will do.
struct Wanted {
  int size = 0;
  std::string_view any = {};  // what messages call it: "T_k"
};

class RequestReader {
 public:
  explicit RequestReader(const Entry& root) : root_(root) {}

  std::optional<AttentionRequest> read(Faults& faults) {
    faults_ = &faults;
    check_keys(faults, root_, known_keys);
    read_id();
    if (has_any(layer_keys) && has_any(attention_keys)) {
      faults.add(root_, "request.both-inputs");
    } else if (has_any(layer_keys)) {
      read_layer();
    } else if (has_any(attention_keys)) {
      read_attention();
    } else {
      faults.add(root_, "request.no-inputs");
    }
    read_masks();
    read_scale();
    if (faults.count() == 0) check_sizes();
    if (faults.count() == 0) check_magnitudes();
    if (faults.count() > 0) return std::nullopt;
    return std::move(request_);
  }

 private:
  bool has_any(std::span<const std::string_view> keys) const {
    return std::ranges::any_of(keys,
                               [&](std::string_view key) { return find_member(root_, key).has_value(); });
  }

  // A member that is there and not null.
  std::optional<Entry> given(std::string_view key) const {
    const std::optional<Entry> entry = find_member(root_, key);
    return entry && entry->value.is(JsonKind::null) ? std::nullopt : entry;
  }

  void read_id() {
    const std::optional<Entry> entry = required_member(*faults_, root_, "id");
    if (entry) request_.id = read_name(*faults_, *entry, name_columns).value_or("");
  }

  std::optional<Tensor> read_table(std::string_view key, const TensorForm& form) {
    const std::optional<Entry> entry = required_member(*faults_, root_, key);
    return entry ? read_tensor(*faults_, *entry, form) : std::nullopt;
  }

  // Reported if the sizes are others. `beside` is what fixes them.
  void check_shape(std::string_view key, const Tensor& table, const std::vector<Wanted>& wanted,
                   std::string_view beside) {
    bool fits = table.shape().size() == wanted.size();
    std::string expected;
    for (std::size_t axis = 0; axis < wanted.size(); ++axis) {
      const bool is_free = !wanted[axis].any.empty();
      fits = fits && (is_free || table.shape()[axis] == wanted[axis].size);
      expected += expected.empty() ? "[" : ", ";
      expected += is_free ? std::string(wanted[axis].any) : std::to_string(wanted[axis].size);
    }
    if (fits) return;
    faults_->add(*find_member(root_, key), "request.shape",
                 {argument("found", shape_text(table.shape())), argument("expected", expected + "]"),
                  argument("beside", std::string(beside))});
  }

  void read_attention() {
    const auto q = read_table("q", heads_form);
    const auto k = read_table("k", heads_form);
    const auto v = read_table("v", heads_form);
    if (q && k) check_shape("k", *k, {{q->size(0)}, {q->size(1)}, {0, "T_k"}, {q->size(3)}}, "q");
    if (k && v) check_shape("v", *v, {{k->size(0)}, {k->size(1)}, {k->size(2)}, {0, "D_v"}}, "k");
    if (!q || !k || !v) return;
    request_.inputs = AttentionInputs{*q, *k, *v};
    sizes_ = {q->size(0), q->size(1), q->size(2), k->size(2), std::max(q->size(3), v->size(3))};
  }

  void read_layer() {
    const auto x = read_table("x", batch_form);
    const auto w_qkv = read_table("w_qkv", matrix_form);
    const auto w_o = read_table("w_o", matrix_form);
    const std::optional<int> heads = read_heads(x ? x->size(2) : 0);
    const int channels = x ? x->size(2) : 0;
    if (x && w_qkv) check_shape("w_qkv", *w_qkv, {{channels}, {3 * channels}}, "x");
    if (x && w_o) check_shape("w_o", *w_o, {{channels}, {channels}}, "x");
    if (!x || !w_qkv || !w_o || !heads) return;
    request_.inputs = LayerInputs{*x, *w_qkv, *w_o, *heads};
    sizes_ = {x->size(0), *heads, x->size(1), x->size(1), channels / *heads};
  }

  // They share out the channels evenly; 0 channels: not known.
  std::optional<int> read_heads(int channels) {
    const std::optional<Entry> entry = required_member(*faults_, root_, "heads");
    if (!entry) return std::nullopt;
    const std::optional<long long> heads = read_whole_number(*faults_, *entry);
    if (!heads) return std::nullopt;
    if (*heads < 1 || *heads > Limits::heads) {
      faults_->add(*entry, "heads.range", {argument("found", *heads), argument("limit", Limits::heads)});
    } else if (channels % *heads != 0) {
      faults_->add(*entry, "request.heads-split",
                   {argument("channels", channels), argument("heads", *heads)});
    } else {
      return static_cast<int>(*heads);
    }
    return std::nullopt;
  }

  void read_masks() {
    if (const auto causal = find_member(root_, "causal")) read_causal(*causal);
    const std::optional<Entry> padding = given("padding_mask");
    if (!padding) return;
    request_.padding_mask = read_tensor(*faults_, *padding, padding_form);
    if (request_.padding_mask && sizes_)
      check_shape("padding_mask", *request_.padding_mask, {{sizes_->batch}, {sizes_->keys}},
                  std::holds_alternative<LayerInputs>(request_.inputs) ? "x" : "k");
  }

  void read_causal(const Entry& causal) {
    if (causal.value.is(JsonKind::boolean)) {
      if (causal.value.boolean() && sizes_) request_.causal_offset = sizes_->keys - sizes_->queries;
      return;
    }
    if (!expect(*faults_, causal, JsonKind::object, "type.causal")) return;
    constexpr std::array<std::string_view, 1> known = {"offset"};
    check_keys(*faults_, causal, known);
    const std::optional<Entry> entry = find_member(causal, known[0]);
    if (!entry) return faults_->add(causal, "mask.offset-missing");
    const std::optional<long long> offset = read_whole_number(*faults_, *entry);
    if (!offset) return;
    if (std::llabs(*offset) > Limits::tokens) {
      faults_->add(*entry, "request.offset-range",
                   {argument("found", *offset), argument("limit", Limits::tokens)});
    } else {
      request_.causal_offset = static_cast<int>(*offset);
    }
  }

  void read_scale() {
    const std::optional<Entry> entry = given("scale");
    if (!entry || !expect(*faults_, *entry, JsonKind::number, "type.number")) return;
    const std::optional<double> scale = read_finite_number(*faults_, *entry);
    if (!scale) return;
    const double size = std::fabs(*scale);
    if (size < Limits::smallest_divisor || size > 1.0 / Limits::smallest_divisor) {
      faults_->add(*entry, "request.scale-range", {argument("text", entry->value.excerpt())});
    } else {
      request_.scale = *scale;
    }
  }

  void check_limit(const char* code, long long found, long long limit) {
    if (found > limit) faults_->add(root_, code, {argument("found", found), argument("limit", limit)});
  }

  void check_sizes() {
    check_limit("limit.batch", sizes_->batch, Limits::batch);
    if (sizes_->heads > Limits::heads)
      faults_->add(root_, "request.heads-limit",
                   {argument("found", sizes_->heads), argument("limit", Limits::heads)});
    check_limit("limit.tokens", std::max(sizes_->queries, sizes_->keys), Limits::tokens);
    check_limit("limit.features", sizes_->features, Limits::features);
    const long long rows = 1LL * sizes_->batch * sizes_->heads * std::max(sizes_->queries, sizes_->keys);
    if (faults_->count() == 0)
      check_limit("limit.cells", rows * std::max(sizes_->keys, 3 * sizes_->features), Limits::cells);
  }

  // So that nothing on the way is beyond what a double holds.
  void check_magnitudes() {
    const auto largest = [](const Tensor& table) {
      double size = 0.0;
      for (const double value : table.values()) size = std::max(size, std::fabs(value));
      return size;
    };
    double query = 0.0;
    double key = 0.0;
    double output = 0.0;
    if (const auto* attention = std::get_if<AttentionInputs>(&request_.inputs)) {
      query = largest(attention->q);
      key = largest(attention->k);
      output = largest(attention->v);
    } else {
      const auto& layer = std::get<LayerInputs>(request_.inputs);
      const double channels = layer.x.size(2);
      query = key = channels * largest(layer.x) * largest(layer.w_qkv);
      output = channels * query * std::max(1.0, largest(layer.w_o));
    }
    const double scores = query * key * sizes_->features;
    const double scaled = scores * std::fabs(request_.scale.value_or(1.0));
    check_magnitude(Step::scores, std::max(scores, scaled));
    check_magnitude(Step::output, output * sizes_->keys);
  }

  void check_magnitude(Step step, double size) {
    if (size <= Limits::largest_number) return;  // false for NaN
    faults_->add(root_, "numbers.too-large", {argument("table", std::string(step_name(step)))});
  }

  struct Sizes {
    int batch, heads, queries, keys, features;
  };

  Entry root_;
  Faults* faults_ = nullptr;
  AttentionRequest request_;
  std::optional<Sizes> sizes_;  // there once the inputs fit together
};

}  // namespace

Result<AttentionRequest> read_request(std::string_view line, const Place& place) {
  const auto parsed = parse_json(std::string(line), place.file, {}, place.line > 0 ? place.line : 1);
  if (!parsed) return parsed.faults();
  const Entry root = root_entry(parsed.value());
  Faults faults;
  for (const Diagnostic& duplicate : parsed.value().duplicate_keys()) faults.add(duplicate);
  if (!root.value.is(JsonKind::object)) {
    faults.add(root, "request.not-an-object");
    return faults.take(place.file);
  }
  if (!read_version(faults, root)) return faults.take(place.file);
  auto request = RequestReader(root).read(faults);
  if (!request) return faults.take(place.file);
  return std::move(*request);
}

}  // namespace qkv
