// Names, masks and dropout against the sizes of a problem.
#include <algorithm>
#include <cmath>

#include "checks.hpp"
#include "names.hpp"

namespace qkv {
namespace {

void check_name_lists(FaultList& faults, const std::optional<Located<RawNames>>& names, int batch,
                      int expected, const std::string& name) {
  if (!names) return;
  const RawNames& given = names->value;
  if (batch > 0 && given.per_batch_member && static_cast<int>(given.lists.size()) != batch) {
    add_fault(faults, names->place, "names.batch",
              {argument("name", name),
               argument_count("found", static_cast<long long>(given.lists.size()), "thing.list"),
               argument("expected", batch)});
    return;
  }
  if (expected == 0) return;
  for (const auto& list : given.lists) {
    if (static_cast<int>(list.size()) == expected) continue;
    add_fault(faults, names->place, "names." + name,
              {argument("found", static_cast<long long>(list.size())), argument("expected", expected)});
    return;
  }
}

void check_causal(FaultList& faults, const RawMask& mask, const InputSizes& sizes) {
  if (!mask.causal || !mask.causal->value.on) return;
  if (sizes.t_q == 0 || sizes.t_k == 0) return;
  const Located<RawCausal>& causal = *mask.causal;
  if (!causal.value.offset) {
    if (sizes.t_q == sizes.t_k) return;
    add_fault(
        faults, causal.place, "mask.offset-needed",
        {argument("t_q", sizes.t_q), argument("t_k", sizes.t_k), argument("usual", sizes.t_k - sizes.t_q)});
    return;
  }
  // Below the first no query would see any key, above the second the mask would hide nothing more.
  const int least = 1 - sizes.t_q;
  const int most = sizes.t_k - 1;
  const Located<long long>& offset = *causal.value.offset;
  if (offset.value >= least && offset.value <= most) return;
  add_fault(faults, offset.place, "mask.offset-range",
            {argument("found", offset.value), argument("least", least), argument("most", most),
             argument("t_q", sizes.t_q), argument("t_k", sizes.t_k)});
}

void check_window(FaultList& faults, const RawMask& mask) {
  if (!mask.window || (mask.window->value >= 1 && mask.window->value <= 2 * Limits::tokens)) return;
  add_fault(faults, mask.window->place, "mask.window-range",
            {argument("found", mask.window->value), argument("limit", 2 * Limits::tokens)});
}

// A row of ones and zeros for every batch member, or one for all.
void check_keep(FaultList& faults, const Located<Tensor>& keep, const std::string& name, int batch,
                int count) {
  const Tensor& tensor = keep.value;
  const bool per_member = tensor.rank() == 2;
  const int length = tensor.size(tensor.rank() - 1);
  if (batch == 0 || count == 0) return;
  if (length == count && (!per_member || tensor.size(0) == batch)) return;
  const Shape expected = {batch, count};
  add_fault(faults, keep.place, "shape.padding",
            {argument("name", name), argument("found", shape_text(tensor.shape())),
             argument("expected", shape_text(expected)), argument("count", count)});
}

Shape to_rank_4(Shape shape) {
  while (shape.size() < 4) shape.insert(shape.begin(), 1);
  return shape;
}

void check_broadcast(FaultList& faults, const Located<Tensor>& tensor, const std::string& name,
                     const InputSizes& sizes) {
  const Shape found = to_rank_4(tensor.value.shape());
  const Shape full = {sizes.batch, sizes.heads, sizes.t_q, sizes.t_k};
  if (std::ranges::find(full, 0) != full.end()) return;
  bool fits = true;
  for (std::size_t axis = 0; axis < 4; ++axis) fits = fits && (found[axis] == 1 || found[axis] == full[axis]);
  if (fits) return;
  add_fault(faults, tensor.place, "shape.broadcast",
            {argument("name", name), argument("found", shape_text(tensor.value.shape())),
             argument("expected", shape_text(full))});
}

Tensor rank_4(const Tensor& tensor) {
  return {to_rank_4(tensor.shape()), tensor.values()};
}

// One row of ones and zeros becomes one for every batch member.
Tensor per_member(const Tensor& keep, int batch) {
  if (keep.rank() == 2) return keep;
  Tensor all({batch, keep.size(0)});
  for (int b = 0; b < batch; ++b) {
    for (int i = 0; i < keep.size(0); ++i) all.at({b, i}) = keep.at({i});
  }
  return all;
}

bool is_self_attention(const RawProblem& raw, const InputSizes& sizes) {
  return !raw.x_kv && !raw.queries && sizes.t_q == sizes.t_k;
}

double largest(const Tensor& tensor) {
  double most = 0.0;
  for (const double value : tensor.values()) {
    if (std::isfinite(value)) most = std::max(most, std::fabs(value));
  }
  return most;
}

// A bound on what x W + b can reach.
double projected_bound(double x, const Projection& projection) {
  return x * largest(projection.w) * projection.w.size(0) + (projection.b ? largest(*projection.b) : 0.0);
}

}  // namespace

void check_names(FaultList& faults, const RawProblem& raw, const InputSizes& sizes) {
  check_name_lists(faults, raw.tokens, sizes.batch, sizes.t_k, "tokens");
  check_name_lists(faults, raw.queries, sizes.batch, sizes.t_q, "queries");
}

void check_masks(FaultList& faults, const RawProblem& raw, const InputSizes& sizes) {
  if (raw.dropout) check_broadcast(faults, raw.dropout->value.keep, "keep", sizes);
  if (!raw.mask) return;
  const RawMask& mask = raw.mask->value;
  check_causal(faults, mask, sizes);
  check_window(faults, mask);
  if (mask.padding) check_keep(faults, *mask.padding, "padding", sizes.batch, sizes.t_k);
  if (mask.query_padding && !mask.query_padding->value.none) {
    check_keep(faults, {mask.query_padding->value.keep, mask.query_padding->place}, "query_padding",
               sizes.batch, sizes.t_q);
  }
  if (mask.allow) check_broadcast(faults, *mask.allow, "allow", sizes);
  if (mask.bias) check_broadcast(faults, *mask.bias, "bias", sizes);
}

void check_magnitudes(FaultList& faults, const RawProblem& raw, const Problem& problem) {
  double q = problem.q ? largest(*problem.q) : 0.0;
  double k = problem.k ? largest(*problem.k) : 0.0;
  double v = problem.v ? largest(*problem.v) : 0.0;
  if (problem.source) {
    q = projected_bound(largest(problem.source->x), problem.source->q);
    k = projected_bound(largest(problem.source->x_kv), problem.source->k);
    v = projected_bound(largest(problem.source->x_kv), problem.source->v);
  }
  const double scores = problem.given_scores ? largest(*problem.given_scores) : q * k * problem.d_k;
  const double scaled = scores / std::fabs(problem.scale.divisor);
  const double masked = scaled + (problem.masks.bias ? largest(*problem.masks.bias) : 0.0);
  const double drop = problem.dropout ? 1.0 / (1.0 - problem.dropout->p) : 1.0;
  // Scores of both signs may nearly cancel out in a row sum: a share can then be anything up to what the
  // digits of a double allow.
  const double shares = problem.softmax == Softmax::exp ? 1.0 : 1e17 * problem.key_count;
  const double output = v * drop * shares;
  const double projected = problem.w_o ? projected_bound(output, *problem.w_o) : 0.0;
  // The first table in the order of the calculation, at the input that it is made from.
  struct Bound {
    Step step;
    double value;
    const std::optional<Located<Tensor>>& from;
  };
  const auto& for_scores = raw.scores ? raw.scores : raw.x ? raw.x : raw.q;
  for (const Bound& bound :
       {Bound{Step::q, q, raw.x ? raw.x : raw.q},
        Bound{Step::k, k,
              raw.x_kv ? raw.x_kv
              : raw.x  ? raw.x
                       : raw.k},
        Bound{Step::v, v,
              raw.x_kv ? raw.x_kv
              : raw.x  ? raw.x
                       : raw.v},
        Bound{Step::scores, scores, for_scores}, Bound{Step::scaled, scaled, for_scores},
        Bound{Step::masked, masked, for_scores}, Bound{Step::output, output, raw.v ? raw.v : for_scores},
        Bound{Step::projected, projected, raw.w_o}}) {
    if (bound.value <= Limits::largest_number) continue;
    add_fault(faults, bound.from ? bound.from->place : raw.place, "numbers.too-large",
              {argument("table", std::string(step_name(bound.step)))});
    return;
  }
}

Masks masks_of(const RawProblem& raw, const InputSizes& sizes) {
  Masks masks;
  if (!raw.mask) return masks;
  const RawMask& mask = raw.mask->value;
  if (mask.causal && mask.causal->value.on) {
    const auto& offset = mask.causal->value.offset;
    masks.causal = CausalMask{offset ? static_cast<int>(offset->value) : 0};
  }
  if (mask.window) masks.window = static_cast<int>(mask.window->value);
  if (mask.padding) masks.padding = per_member(mask.padding->value, sizes.batch);
  if (mask.query_padding) {
    if (!mask.query_padding->value.none)
      masks.query_padding = per_member(mask.query_padding->value.keep, sizes.batch);
  } else if (masks.padding && is_self_attention(raw, sizes)) {
    masks.query_padding = masks.padding;
  }
  if (mask.allow) masks.allow = rank_4(mask.allow->value);
  if (mask.bias) masks.bias = rank_4(mask.bias->value);
  return masks;
}

std::optional<Dropout> dropout_of(const RawProblem& raw) {
  if (!raw.dropout) return std::nullopt;
  return Dropout{raw.dropout->value.p, rank_4(raw.dropout->value.keep.value)};
}

void name_positions(Problem& problem, const RawProblem& raw) {
  // One list names both unless the queries have names of their own, or are another number of positions.
  const bool cross = raw.x_kv.has_value();
  const bool shared = !raw.queries && !cross && problem.query_count == problem.key_count;
  const auto lists = [&](const std::optional<Located<RawNames>>& names, char letter, int count) {
    std::vector<std::vector<std::string>> result;
    for (int b = 0; b < problem.batch; ++b) {
      if (!names) {
        result.push_back(numbered_names(letter, count));
      } else {
        const auto& given = names->value.lists;
        result.push_back(
            unique_names(given[names->value.per_batch_member ? static_cast<std::size_t>(b) : 0]));
      }
    }
    return result;
  };
  problem.key_names = lists(raw.tokens, shared ? 't' : 'k', problem.key_count);
  problem.query_names = shared ? problem.key_names : lists(raw.queries, 'q', problem.query_count);
}

}  // namespace qkv
