// In which problems a mistake can be made.
#pragma once

#include "qkv/model/problem.hpp"

namespace qkv::wrong {

bool has_dot_products(const Problem& p);
bool has_square_scores(const Problem& p);
bool has_tokens_as_features(const Problem& p);
bool has_several_components(const Problem& p);
bool has_several_queries(const Problem& p);
bool has_several_keys(const Problem& p);
// With as many keys as features, K re-read is K as it stands: key-not-transposed.
bool can_be_reread(const Problem& p);
bool has_wide_values(const Problem& p);
bool is_scaled(const Problem& p);
bool is_scaled_with_values(const Problem& p);
bool is_scaled_in_heads(const Problem& p);
bool is_masked(const Problem& p);
bool is_causal(const Problem& p);
bool is_causal_with_offset(const Problem& p);
bool has_window(const Problem& p);
bool has_padding(const Problem& p);
bool has_square_padding(const Problem& p);
bool has_padding_and_causal(const Problem& p);
bool has_padded_queries(const Problem& p);
bool has_bias(const Problem& p);
bool always(const Problem& p);
bool takes_exponentials(const Problem& p);
bool has_values(const Problem& p);
bool has_square_weights(const Problem& p);
bool has_keys_and_values(const Problem& p);
bool has_queries_as_keys(const Problem& p);
bool has_masked_values(const Problem& p);
bool splits_heads(const Problem& p);
bool merges_heads(const Problem& p);
bool splits_and_merges(const Problem& p);
bool has_heads(const Problem& p);
bool has_full_heads(const Problem& p);
bool attends_to_itself_in_heads(const Problem& p);
// One table of masks serves all heads.
bool can_lose_its_heads(const Problem& p);
bool has_groups(const Problem& p);
bool has_projection(const Problem& p);
bool has_square_projection(const Problem& p);

}  // namespace qkv::wrong
