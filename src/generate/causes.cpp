#include "causes.hpp"

#include <array>

#include "cause_checks.hpp"

namespace qkv::linting {
namespace {

using Ids = std::string_view;

// What makes no difference where two of Q, K and V are the same.
constexpr std::array<Ids, 7> q_k_v = {"scores-transposed",    "query-self-scores", "key-self-scores",
                                      "score-with-value",     "key-value-swapped", "weights-times-keys",
                                      "weights-times-queries"};
constexpr std::array<Ids, 3> q_k = {"scores-transposed", "query-self-scores", "key-self-scores"};
constexpr std::array<Ids, 2> outputs_q_k = {"weights-times-keys", "weights-times-queries"};
constexpr std::array<Ids, 3> k_v = {"score-with-value", "key-value-swapped", "weights-times-keys"};
constexpr std::array<Ids, 1> q_v = {"weights-times-queries"};
constexpr std::array<Ids, 2> scores_q_v = {"query-self-scores", "score-with-value"};
constexpr std::array<Ids, 1> transposed = {"scores-transposed"};
constexpr std::array<Ids, 2> columns = {"softmax-columns", "weights-transposed"};

constexpr std::array<Ids, 5> no_scale = {"scale-missing", "scale-by-dk", "scale-multiplied",
                                         "scale-fourth-root-once", "scale-after-softmax"};
constexpr std::array<Ids, 2> half_or_none = {"scale-by-half-dk", "scale-missing"};
constexpr std::array<Ids, 1> half = {"scale-by-half-dk"};
constexpr std::array<Ids, 1> root_of_tokens = {"scale-by-sqrt-seq"};
constexpr std::array<Ids, 2> tokens_or_d_k = {"scale-by-seq", "scale-by-dk"};
constexpr std::array<Ids, 1> root_of_d_v = {"scale-by-sqrt-dv"};
constexpr std::array<Ids, 2> root_of_either = {"scale-by-sqrt-dv", "scale-by-sqrt-seq"};
constexpr std::array<Ids, 2> d_model_or_d_k = {"scale-by-sqrt-dmodel", "scale-by-dk"};
constexpr std::array<Ids, 1> root_of_d_model = {"scale-by-sqrt-dmodel"};
constexpr std::array<Ids, 2> base_2_or_d_model = {"exp-base-2", "scale-by-sqrt-dmodel"};

constexpr std::array<Ids, 2> no_mask_or_no_causal = {"mask-missing", "causal-missing"};
constexpr std::array<Ids, 2> no_mask_or_no_padding = {"mask-missing", "pad-missing"};
constexpr std::array<Ids, 3> padding = {"pad-missing", "pad-equality-instead-of-and", "pad-on-query-axis"};
constexpr std::array<Ids, 4> fills_of_0 = {"mask-zero-before-softmax", "mask-missing", "causal-missing",
                                           "pad-missing"};
constexpr std::array<Ids, 1> fills = {"mask-finite-too-small"};

constexpr std::array<Ids, 9> any_mask = {
    "mask-missing",   "mask-zero-before-softmax", "mask-minus-one-fill",
    "causal-missing", "mask-finite-too-small",    "mask-plus-inf",
    "pad-missing",    "causal-one-ahead",         "mask-after-softmax-no-renorm"};
constexpr std::array<Ids, 2> no_mask_or_either = {"mask-missing", "pad-or-causal"};
constexpr std::array<Ids, 1> not_cleared = {"pad-query-not-cleared"};

constexpr std::array<Ids, 2> one_row = {"softmax-global", "head-merge-no-transpose"};
constexpr std::array<Ids, 2> merges = {"head-split-no-transpose", "head-split-and-merge-no-transpose"};
constexpr std::array<Ids, 2> own = {"argmax-value", "own-value-only"};
constexpr std::array<Ids, 8> any_softmax = {"scale-missing",        "scale-by-dk",    "exp-base-2",
                                            "exp-base-10",          "argmax-one-hot", "argmax-value",
                                            "normalise-raw-scores", "softmax-negated"};
constexpr std::array<Ids, 2> means = {"values-averaged", "values-averaged-over-allowed"};
constexpr std::array<Ids, 2> largest = {"argmax-one-hot", "argmax-value"};
constexpr std::array<Ids, 1> w_o_turned = {"output-projection-transposed"};
constexpr std::array<Ids, 2> w_o_none = {"output-projection-transposed", "output-projection-missing"};

// THE table. Of two causes that hide the same, the one further up says more about it.
constexpr std::array rows = {
    CauseRow{"q-k-v-equal", q_k_v_equal, q_k_v, columns},
    CauseRow{"q-k-equal", q_k_equal, q_k, outputs_q_k},
    CauseRow{"k-v-equal", k_v_equal, k_v},
    CauseRow{"q-v-equal", q_v_equal, q_v, scores_q_v},
    CauseRow{"symmetric-scores", symmetric_scores, transposed, columns},
    CauseRow{.id = "equal-inputs", .holds = equal_inputs, .worth_knowing = true},
    CauseRow{.id = "equal-queries", .holds = equal_queries, .worth_knowing = true},
    CauseRow{.id = "equal-keys", .holds = equal_keys, .worth_knowing = true},
    CauseRow{.id = "equal-values", .holds = equal_values, .worth_knowing = true},
    CauseRow{.id = "zero-row", .holds = zero_row, .worth_knowing = true},
    CauseRow{"d-k-1", d_k_is_1, no_scale},
    CauseRow{"d-k-2", d_k_is_2, {}, half_or_none},
    CauseRow{"d-k-4", d_k_is_4, half},
    CauseRow{"tokens-are-d-k", tokens_are_d_k, root_of_tokens, tokens_or_d_k},
    CauseRow{"d-v-is-d-k", d_v_is_d_k, root_of_d_v},
    CauseRow{"d-v-is-tokens", d_v_is_tokens, {}, root_of_either},
    CauseRow{"heads-are-d-k", heads_are_d_k, {}, d_model_or_d_k},
    CauseRow{"one-head", one_head, root_of_d_model},
    CauseRow{"two-heads", two_heads, {}, base_2_or_d_model},
    CauseRow{"causal-alone", causal_alone, {}, no_mask_or_no_causal},
    CauseRow{"padding-alone", padding_alone, {}, no_mask_or_no_padding},
    CauseRow{"nothing-blocked", nothing_blocked, any_mask, means},
    CauseRow{"masks-apart", masks_apart, {}, no_mask_or_either},
    CauseRow{"padded-rows", padded_rows, not_cleared},
    CauseRow{"padding-behind-causal", padding_behind_causal, padding},
    CauseRow{"blocked-scores-are-0", blocked_scores_are_0, {}, fills_of_0},
    CauseRow{"masked-not-asked", masked_not_asked, fills},
    CauseRow{"one-query", one_query, one_row, merges},
    CauseRow{"one-visible-key", one_visible_key, any_softmax},
    CauseRow{"own-is-largest", own_is_largest, {}, own},
    CauseRow{.id = "tied-largest", .holds = tied_largest, .worth_knowing = true},
    CauseRow{"weights-alike", weights_alike, means},
    CauseRow{.id = "heavy-weight", .holds = heavy_weight, .hides = largest, .worth_knowing = true},
    CauseRow{.id = "light-weight", .holds = light_weight, .worth_knowing = true},
    CauseRow{"identity-w-o", identity_w_o, w_o_none},
    CauseRow{"symmetric-w-o", symmetric_w_o, w_o_turned},
};

}  // namespace

Numbers numbers_of(const Problem& problem) {
  return {problem, compute(problem, right_recipe(), Carry::exact)};
}

std::span<const CauseRow> cause_rows() {
  return rows;
}

}  // namespace qkv::linting
