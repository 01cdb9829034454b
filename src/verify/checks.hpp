// The checks themselves, in files by what they are about.
#pragma once

#include "bench.hpp"

namespace qkv::checks {

// checks_shape.cpp
void shape(Bench& bench);          // all sizes different
void batch_apart(Bench& bench);    // a member alone, and other members that change
void heads_apart(Bench& bench);    // a head alone, and other heads that change
void key_order(Bench& bench);      // keys and values in another order
void layer_numbers(Bench& bench);  // whole layers against qkv's numbers

// checks_leak.cpp
void future_zero(Bench& bench);          // weights of later positions
void future_unseen(Bench& bench);        // every later k and v changed, every earlier row compared
void future_unseen_layer(Bench& bench);  // every later x changed
void contrast(Bench& bench);             // without the mask the future is visible
void first_row(Bench& bench);            // sees itself alone
void last_query(Bench& bench);           // alone, as when generating

// checks_padding.cpp
void pad_zero(Bench& bench);      // weights of padded keys
void pad_content(Bench& bench);   // what stands at padded positions changes
void pad_queries(Bench& bench);   // rows of padded queries
void blocked_key(Bench& bench);   // the others share what it had, in proportion
void left_padding(Bench& bench);  // a padded sentence against the sentence alone
void fully_masked(Bench& bench);  // rows with nothing to look at

// checks_softmax.cpp
void rows_sum(Bench& bench);             // to 1
void known_odds(Bench& bench);           // ln 3 apart
void equal_keys(Bench& bench);           // equal weights
void duplicated_features(Bench& bench);  // √2 times the scores
void large_scores(Bench& bench);         // no NaN
void given_scale(Bench& bench);          // scale as a number
void numbers(Bench& bench);              // against qkv's numbers

}  // namespace qkv::checks
