// The properties that the table of causes asks for.
#pragma once

#include "causes.hpp"

namespace qkv::linting {

// Q, K and V against one another, and the scores against their transpose. Of two that hold the one that says
// more.
Details q_k_v_equal(const Numbers& numbers);
Details q_k_equal(const Numbers& numbers);
Details k_v_equal(const Numbers& numbers);
Details q_v_equal(const Numbers& numbers);
Details symmetric_scores(const Numbers& numbers);

// Two equal rows of X or, where there is none, of Q, K and V: {table}, {one}, {other}; a row of zeros:
// {table}, {row}. Padding aside.
Details equal_inputs(const Numbers& numbers);
Details equal_queries(const Numbers& numbers);
Details equal_keys(const Numbers& numbers);
Details equal_values(const Numbers& numbers);
Details zero_row(const Numbers& numbers);

// Sizes that make a wrong divisor right, or two wrong ones the same.
Details d_k_is_1(const Numbers& numbers);
Details d_k_is_2(const Numbers& numbers);
Details d_k_is_4(const Numbers& numbers);
Details tokens_are_d_k(const Numbers& numbers);
Details d_v_is_d_k(const Numbers& numbers);
Details d_v_is_tokens(const Numbers& numbers);
Details heads_are_d_k(const Numbers& numbers);
Details one_head(const Numbers& numbers);
Details two_heads(const Numbers& numbers);

// Masks.
Details causal_alone(const Numbers& numbers);
Details padding_alone(const Numbers& numbers);
Details padding_behind_causal(const Numbers& numbers);
Details nothing_blocked(const Numbers& numbers);
Details masks_apart(const Numbers& numbers);  // no cell is blocked by causal and padding both
Details padded_rows(const Numbers& numbers);
Details blocked_scores_are_0(const Numbers& numbers);
Details masked_not_asked(const Numbers& numbers);

// Rows of the softmax. The largest tied, heavy or light ones: {row}, {number}.
Details one_query(const Numbers& numbers);
Details one_visible_key(const Numbers& numbers);
Details own_is_largest(const Numbers& numbers);
Details tied_largest(const Numbers& numbers);
Details weights_alike(const Numbers& numbers);
Details heavy_weight(const Numbers& numbers);
Details light_weight(const Numbers& numbers);

// W_O.
Details symmetric_w_o(const Numbers& numbers);
Details identity_w_o(const Numbers& numbers);

}  // namespace qkv::linting
