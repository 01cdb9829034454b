// What exercises can be about, and how hard they can be: the two tables behind `qkv generate`.
#pragma once

#include <span>
#include <string_view>

#include "qkv/model/step.hpp"

namespace qkv {

// What an exercise begins with.
enum class Begin { scores, qkv, embeddings };

struct TopicRow {
  std::string_view id;  // "single-head"; its name is the text "topic.<id>"
  Begin begin = Begin::qkv;
  bool causal = false;
  bool padding = false;  // one position is padding: the last, under a causal mask the first
  bool cross = false;    // queries from another sentence than keys and values
  bool heads = false;    // more than one
  bool groups = false;   // heads share keys and values
  bool w_o = false;
  std::span<const Step> asks;  // in the order of the calculation
};
std::span<const TopicRow> topics_of_exercises();
const TopicRow* find_topic_of_exercises(std::string_view id);  // null: there is none

// Whole numbers, or halves, from low to high.
struct NumberRange {
  int low = 0;
  int high = 0;
  bool halves = false;
};

struct LevelRow {
  int level = 1;
  int tokens = 2;  // real ones; padding comes on top
  int d_k = 2;
  int d_v = 2;
  int channels = 2;         // C of the embeddings
  NumberRange queries;      // Q and K
  NumberRange values;       // V
  NumberRange scores;       // S, where it is given
  NumberRange inputs;       // X, and W_O
  NumberRange w_qk;         // W_Q and W_K
  NumberRange w_v;          // W_V
  double largest = 10;      // of the scaled scores that are seen: keeps e^s short
  bool embeddings = false;  // begins at the embeddings, with two heads and W_O, whatever the topic
};
// Of the weights of visible keys, in rows that have at least two: lighter ones leave nothing to round, beside
// heavier ones mistakes hide.
inline constexpr double lightest_weight = 0.04;
inline constexpr double heaviest_weight = 0.9;
inline constexpr int highest_level = 5;
const LevelRow& level_row(int level);  // 1 to highest_level

}  // namespace qkv
