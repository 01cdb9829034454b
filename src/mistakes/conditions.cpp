#include "conditions.hpp"

#include <optional>

namespace qkv::wrong {

bool has_dot_products(const Problem& p) {
  return p.computes(Step::scores);
}

bool has_square_scores(const Problem& p) {
  return has_dot_products(p) && p.query_count == p.key_count;
}

bool has_tokens_as_features(const Problem& p) {
  return has_dot_products(p) && p.key_count == p.d_k;
}

bool has_several_components(const Problem& p) {
  return has_dot_products(p) && p.d_k > 1;
}

bool has_several_queries(const Problem& p) {
  return has_dot_products(p) && p.query_count > 1;
}

bool has_several_keys(const Problem& p) {
  return has_dot_products(p) && p.key_count > 1;
}

bool can_be_reread(const Problem& p) {
  return has_several_keys(p) && p.key_count != p.d_k;
}

bool has_wide_values(const Problem& p) {
  return has_dot_products(p) && p.has_values() && p.d_v == p.d_k;
}

bool is_scaled(const Problem& p) {
  return p.scale.kind != Scale::Kind::none;
}

bool is_scaled_with_values(const Problem& p) {
  return is_scaled(p) && p.has_values();
}

bool is_scaled_in_heads(const Problem& p) {
  return is_scaled(p) && p.heads > 1;
}

bool is_masked(const Problem& p) {
  return p.masks.any();
}

bool is_causal(const Problem& p) {
  return p.masks.causal.has_value();
}

bool is_causal_with_offset(const Problem& p) {
  return is_causal(p) && p.masks.causal->offset != 0;
}

bool has_window(const Problem& p) {
  return p.masks.window.has_value();
}

bool has_padding(const Problem& p) {
  return p.masks.padding.has_value();
}

bool has_square_padding(const Problem& p) {
  return has_padding(p) && p.query_count == p.key_count;
}

bool has_padding_and_causal(const Problem& p) {
  return has_padding(p) && is_causal(p);
}

bool has_padded_queries(const Problem& p) {
  return p.masks.query_padding.has_value();
}

bool has_bias(const Problem& p) {
  return p.masks.bias.has_value() && is_scaled(p);
}

bool always(const Problem&) {
  return true;
}

bool takes_exponentials(const Problem& p) {
  return p.softmax == Softmax::exp;
}

bool has_values(const Problem& p) {
  return p.has_values();
}

bool has_square_weights(const Problem& p) {
  return p.has_values() && p.query_count == p.key_count;
}

bool has_keys_and_values(const Problem& p) {
  return has_dot_products(p) && p.has_values();
}

bool has_queries_as_keys(const Problem& p) {
  return has_keys_and_values(p) && p.query_count == p.key_count;
}

bool has_masked_values(const Problem& p) {
  return p.has_values() && is_masked(p);
}

bool splits_heads(const Problem& p) {
  return p.computes(Step::q_heads);
}

bool merges_heads(const Problem& p) {
  return p.computes(Step::merged);
}

bool splits_and_merges(const Problem& p) {
  return splits_heads(p) && merges_heads(p);
}

bool has_heads(const Problem& p) {
  return p.heads > 1;
}

bool has_full_heads(const Problem& p) {
  return has_heads(p) && has_keys_and_values(p) && p.kv_heads == p.heads;
}

bool attends_to_itself_in_heads(const Problem& p) {
  return has_full_heads(p) && p.query_count == p.key_count;
}

bool can_lose_its_heads(const Problem& p) {
  const auto one_for_all = [](const std::optional<Tensor>& mask) { return !mask || mask->size(1) == 1; };
  return has_full_heads(p) && one_for_all(p.masks.allow) && one_for_all(p.masks.bias) && !p.dropout;
}

bool has_groups(const Problem& p) {
  return p.has_values() && p.kv_heads > 1 && p.kv_heads < p.heads;
}

bool has_projection(const Problem& p) {
  return p.w_o.has_value();
}

bool has_square_projection(const Problem& p) {
  return p.w_o && p.w_o->w.size(0) == p.w_o->w.size(1);
}

}  // namespace qkv::wrong
