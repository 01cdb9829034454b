#include "qkv/model/problem.hpp"

#include <algorithm>
#include <limits>

namespace qkv {
namespace {

constexpr double minus_infinity = -std::numeric_limits<double>::infinity();

}  // namespace

std::string_view mask_name(MaskKind kind) {
  switch (kind) {
    case MaskKind::causal:
      return "causal";
    case MaskKind::window:
      return "window";
    case MaskKind::padding:
      return "padding";
    case MaskKind::allow:
      return "allow";
    case MaskKind::bias:
      return "bias";
  }
  return "";
}

bool Masks::has(MaskKind kind) const {
  switch (kind) {
    case MaskKind::causal:
      return causal.has_value();
    case MaskKind::window:
      return window.has_value();
    case MaskKind::padding:
      return padding.has_value();
    case MaskKind::allow:
      return allow.has_value();
    case MaskKind::bias:
      return bias.has_value();
  }
  return false;
}

bool Masks::any() const {
  return std::ranges::any_of(all_mask_kinds, [&](MaskKind kind) { return has(kind); });
}

double broadcast_at(const Tensor& tensor, int batch_index, int head, int query, int key) {
  const auto on_axis = [&](int axis, int index) { return tensor.size(axis) == 1 ? 0 : index; };
  return tensor.at({on_axis(0, batch_index), on_axis(1, head), on_axis(2, query), on_axis(3, key)});
}

bool Problem::computes(Step step) const {
  const bool given_per_head = q && q->rank() == 4;
  switch (step) {
    case Step::q:
    case Step::k:
    case Step::v:
      return source.has_value();
    case Step::q_heads:
    case Step::k_heads:
    case Step::v_heads:
      return heads > 1 && !given_per_head && !given_scores;
    case Step::scores:
      return !given_scores;
    case Step::scaled:
    case Step::exp:
    case Step::sum:
    case Step::weights:
      return true;
    case Step::masked:
      return masks.any();
    case Step::dropped:
      return dropout.has_value();
    case Step::output:
      return has_values();
    case Step::merged:
      return heads > 1 && has_values();
    case Step::projected:
      return w_o.has_value();
  }
  return false;
}

bool Problem::is_asked(Step step) const {
  return std::ranges::find(asked, step) != asked.end();
}

bool Problem::is_given(Step step) const {
  return std::ranges::find(given, step) != given.end();
}

bool Problem::blocks(MaskKind kind, int batch_index, int head, int query, int key) const {
  if (!masks.has(kind)) return false;
  const int offset = masks.causal ? masks.causal->offset : 0;
  switch (kind) {
    case MaskKind::causal:
      return key > query + offset;
    case MaskKind::window:
      return key <= query + offset - *masks.window;
    case MaskKind::padding:
      return masks.padding->at({batch_index, key}) == 0.0;
    case MaskKind::allow:
      return broadcast_at(*masks.allow, batch_index, head, query, key) == 0.0;
    case MaskKind::bias:
      return broadcast_at(*masks.bias, batch_index, head, query, key) == minus_infinity;
  }
  return false;
}

bool Problem::may_look(int batch_index, int head, int query, int key) const {
  return std::ranges::none_of(all_mask_kinds,
                              [&](MaskKind kind) { return blocks(kind, batch_index, head, query, key); });
}

double Problem::bias_at(int batch_index, int head, int query, int key) const {
  return masks.bias ? broadcast_at(*masks.bias, batch_index, head, query, key) : 0.0;
}

bool Problem::is_padded_query(int batch_index, int query) const {
  return masks.query_padding && masks.query_padding->at({batch_index, query}) == 0.0;
}

}  // namespace qkv
