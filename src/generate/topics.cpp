#include "qkv/generate/topics.hpp"

#include <algorithm>
#include <array>
#include <cassert>

namespace qkv {
namespace {

using S = Step;

constexpr std::array only_scores = {S::scores};
constexpr std::array to_scaled = {S::scores, S::scaled};
constexpr std::array softmax = {S::scaled, S::exp, S::sum, S::weights};
constexpr std::array attention = {S::scores, S::scaled, S::weights, S::output};
constexpr std::array masked_attention = {S::scores, S::scaled, S::masked, S::weights, S::output};
constexpr std::array in_heads = {S::scores, S::scaled, S::weights, S::output, S::merged};
constexpr std::array from_embeddings = {S::q, S::k, S::v, S::scores, S::scaled, S::weights, S::output};
constexpr std::array everything = {S::q,      S::k,       S::v,      S::scores, S::scaled,
                                   S::masked, S::weights, S::output, S::merged, S::projected};

// THE table of topics.
constexpr std::array topic_rows = {
    TopicRow{.id = "dot-products", .asks = only_scores},
    TopicRow{.id = "scaling", .asks = to_scaled},
    TopicRow{.id = "softmax", .begin = Begin::scores, .asks = softmax},
    TopicRow{.id = "single-head", .asks = attention},
    TopicRow{.id = "causal", .causal = true, .asks = masked_attention},
    TopicRow{.id = "padding", .padding = true, .asks = masked_attention},
    TopicRow{.id = "padding-causal", .causal = true, .padding = true, .asks = masked_attention},
    TopicRow{.id = "multi-head", .heads = true, .asks = in_heads},
    TopicRow{.id = "projections", .begin = Begin::embeddings, .asks = from_embeddings},
    TopicRow{.id = "cross", .cross = true, .asks = attention},
    TopicRow{.id = "grouped", .heads = true, .groups = true, .asks = in_heads},
    TopicRow{.id = "full",
             .begin = Begin::embeddings,
             .causal = true,
             .heads = true,
             .w_o = true,
             .asks = everything},
};

// THE table of levels. d_k and the number of tokens differ, so that dividing by the root of the wrong one
// shows; where d_k and d_v are the same, as in most textbooks, that pair is unavoidable and listed.
constexpr std::array<LevelRow, highest_level> level_rows = {{
    {.level = 1,
     .tokens = 2,
     .d_k = 4,
     .d_v = 3,
     .channels = 2,
     .queries = {1, 2},
     .values = {1, 5},
     .scores = {1, 9},
     .inputs = {1, 3},
     .w_qk = {0, 1},
     .w_v = {0, 2},
     .largest = 8.0},
    {.level = 2,
     .tokens = 3,
     .d_k = 4,
     .d_v = 2,
     .channels = 3,
     .queries = {0, 3},
     .values = {0, 4},
     .scores = {0, 9},
     .inputs = {0, 2},
     .w_qk = {0, 1},
     .w_v = {0, 2},
     .largest = 8.0},
    {.level = 3,
     .tokens = 3,
     .d_k = 2,
     .d_v = 2,
     .channels = 3,
     .queries = {-2, 3},
     .values = {-3, 4},
     .scores = {-4, 5},
     .inputs = {-1, 2},
     .w_qk = {-1, 1},
     .w_v = {-1, 2},
     .largest = 10.0},
    {.level = 4,
     .tokens = 4,
     .d_k = 3,
     .d_v = 2,
     .channels = 4,
     .queries = {-2, 2, true},
     .values = {-3, 4},
     .scores = {-4, 5, true},
     .inputs = {-1, 2},
     .w_qk = {-1, 1},
     .w_v = {-1, 2},
     .largest = 10.0},
    {.level = 5,
     .tokens = 3,
     .d_k = 2,
     .d_v = 2,
     .channels = 4,
     .queries = {-2, 2, true},
     .values = {-3, 4},
     .scores = {-4, 5, true},
     .inputs = {-1, 2},
     .w_qk = {-1, 1, true},
     .w_v = {-1, 2},
     .largest = 10.0,
     .embeddings = true},
}};

}  // namespace

std::span<const TopicRow> topics_of_exercises() {
  return topic_rows;
}

const TopicRow* find_topic_of_exercises(std::string_view id) {
  const auto found = std::ranges::find(topic_rows, id, &TopicRow::id);
  return found == topic_rows.end() ? nullptr : &*found;
}

const LevelRow& level_row(int level) {
  assert(level >= 1 && level <= highest_level);
  return level_rows[static_cast<std::size_t>(level - 1)];
}

}  // namespace qkv
