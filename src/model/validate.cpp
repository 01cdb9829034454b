#include "qkv/model/validate.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <tuple>
#include <utility>

#include <climits>

#include "names.hpp"
#include "steps_wanted.hpp"

namespace qkv {
namespace {

using Faults = std::vector<Diagnostic>;

void add(Faults& faults, const Place& place, std::string code, std::vector<Argument> arguments) {
  faults.push_back({std::move(code), place, std::move(arguments), {}});
}

bool was_reported(const RawProblem& raw, std::string_view key) {
  return std::ranges::find(raw.reported, key) != raw.reported.end();
}

int rows(const Tensor& matrix) {
  return matrix.size(0);
}
int columns(const Tensor& matrix) {
  return matrix.size(1);
}

// Whether the input is there and of a size that qkv works with.
bool check_input(Faults& faults, const RawProblem& raw, std::string_view name,
                 const std::optional<Located<Tensor>>& input) {
  if (!input) {
    if (!was_reported(raw, name)) add(faults, raw.place, "missing." + std::string(name), {});
    return false;
  }
  const Tensor& matrix = input->value;
  assert(matrix.rank() == 2 && rows(matrix) > 0 && columns(matrix) > 0);
  const auto check = [&](int found, int limit, const char* code) {
    if (found <= limit) return true;
    add(faults, input->place, code,
        {argument("name", std::string(name)), argument("found", found), argument("limit", limit)});
    return false;
  };
  const bool rows_fit = check(rows(matrix), Limits::tokens, "limit.rows");
  const bool columns_fit = check(columns(matrix), Limits::features, "limit.columns");
  return rows_fit && columns_fit;
}

// What Q, K and V must have in common.
void check_shapes(Faults& faults, const RawProblem& raw) {
  const bool q = check_input(faults, raw, "Q", raw.q);
  const bool k = check_input(faults, raw, "K", raw.k);
  const bool v = check_input(faults, raw, "V", raw.v);
  if (q && k && columns(raw.q->value) != columns(raw.k->value)) {
    add(faults, raw.k->place, "shape.d_k",
        {argument("q", columns(raw.q->value)), argument("k", columns(raw.k->value)),
         argument("q_shape", shape_text(raw.q->value.shape())),
         argument("k_shape", shape_text(raw.k->value.shape()))});
  }
  if (k && v && rows(raw.k->value) != rows(raw.v->value)) {
    add(faults, raw.v->place, "shape.keys-and-values",
        {argument("k", rows(raw.k->value)), argument("v", rows(raw.v->value)),
         argument("k_shape", shape_text(raw.k->value.shape())),
         argument("v_shape", shape_text(raw.v->value.shape()))});
  }
}

void check_name_count(Faults& faults, const std::optional<Located<std::vector<std::string>>>& names,
                      const std::optional<Located<Tensor>>& matrix, const char* code) {
  if (!names || !matrix) return;
  const int found = static_cast<int>(names->value.size());
  const int expected = rows(matrix->value);
  if (found == expected) return;
  add(faults, names->place, code, {argument("found", found), argument("expected", expected)});
}

void check_causal(Faults& faults, const RawProblem& raw) {
  if (!raw.q || !raw.k || !raw.mask || !raw.mask->value.causal) return;
  const Located<RawCausal>& causal = *raw.mask->value.causal;
  const int query_count = rows(raw.q->value);
  const int key_count = rows(raw.k->value);
  if (!causal.value.on) return;
  if (!causal.value.offset) {
    if (query_count == key_count) return;
    add(faults, causal.place, "mask.offset-needed",
        {argument("t_q", query_count), argument("t_k", key_count),
         argument("usual", key_count - query_count)});
    return;
  }
  // Below the first no query would see any key, above the second the mask would hide nothing more.
  const int least = 1 - query_count;
  const int most = key_count - 1;
  const Located<long long>& offset = *causal.value.offset;
  if (offset.value >= least && offset.value <= most) return;
  add(faults, offset.place, "mask.offset-range",
      {argument("found", offset.value), argument("least", least), argument("most", most),
       argument("t_q", query_count), argument("t_k", key_count)});
}

Scale scale_of(const RawProblem& raw, int d_k) {
  const RawScale scale = raw.scale ? raw.scale->value : RawScale{};
  switch (scale.kind) {
    case RawScale::Kind::sqrt_dk:
      return {Scale::Kind::sqrt_dk, std::sqrt(static_cast<double>(d_k)), {}};
    case RawScale::Kind::none:
      return {Scale::Kind::none, 1.0, {}};
    case RawScale::Kind::number:
      return {Scale::Kind::number, scale.divisor, scale.written};
  }
  return {};
}

Masks masks_of(const RawProblem& raw) {
  Masks masks;
  if (raw.mask && raw.mask->value.causal && raw.mask->value.causal->value.on) {
    const auto& offset = raw.mask->value.causal->value.offset;
    masks.causal = CausalMask{offset ? static_cast<int>(offset->value) : 0};
  }
  return masks;
}

void name_positions(Problem& problem, const RawProblem& raw) {
  // One list names both unless the queries have names of their own, or are another number of positions.
  const bool shared = !raw.queries && problem.query_count == problem.key_count;
  const std::vector<std::string> keys =
      raw.tokens ? raw.tokens->value : numbered_names(shared ? 't' : 'k', problem.key_count);
  std::vector<std::string> queries = numbered_names('q', problem.query_count);
  if (shared) queries = keys;
  if (raw.queries) queries = raw.queries->value;
  problem.key_names = {unique_names(keys)};
  problem.query_names = {unique_names(queries)};
}

Tensor with_batch_and_head(const Tensor& matrix) {
  return {{1, 1, rows(matrix), columns(matrix)}, matrix.values()};
}

// From parts that fit together.
Problem assemble(const RawProblem& raw, std::string_view fallback_id) {
  Problem problem;
  problem.id = raw.id ? raw.id->value : std::string(fallback_id);
  if (raw.title) problem.title = raw.title->value;
  problem.query_count = rows(raw.q->value);
  problem.key_count = rows(raw.k->value);
  problem.d_k = columns(raw.q->value);
  problem.d_v = columns(raw.v->value);
  problem.q = with_batch_and_head(raw.q->value);
  problem.k = with_batch_and_head(raw.k->value);
  problem.v = with_batch_and_head(raw.v->value);
  name_positions(problem, raw);
  problem.scale = scale_of(raw, problem.d_k);
  problem.masks = masks_of(raw);
  problem.decimals = decimals_of(raw);
  problem.asked = asked_steps(raw, problem.scale.kind, problem.masks);
  return problem;
}

void sort_by_place(Faults& faults) {
  // What has no place comes last.
  const auto key = [](const Diagnostic& fault) {
    return std::pair(fault.place.line == 0 ? INT_MAX : fault.place.line, fault.place.column);
  };
  std::ranges::stable_sort(faults, {}, key);
}

}  // namespace

Result<Problem> validate(const RawProblem& raw, std::string_view fallback_id,
                         std::vector<Diagnostic> earlier) {
  Faults faults = std::move(earlier);
  check_shapes(faults, raw);
  check_name_count(faults, raw.tokens, raw.k, "names.tokens");
  check_name_count(faults, raw.queries, raw.q, "names.queries");
  check_causal(faults, raw);
  check_wanted_steps(faults, raw, masks_of(raw), was_reported(raw, "mask") ? MaskKnown::no : MaskKnown::yes);
  if (faults.empty()) return assemble(raw, fallback_id);
  sort_by_place(faults);
  return faults;
}

Problem with_decimals(Problem problem, int decimals) {
  assert(decimals >= 0 && decimals <= Limits::max_decimals);
  problem.decimals.fill(decimals);
  return problem;
}

}  // namespace qkv
