// A valid attention problem: what every later stage may rely on.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "qkv/base/tensor.hpp"
#include "qkv/model/exercise.hpp"
#include "qkv/model/step.hpp"
#include "qkv/text/catalogue.hpp"

namespace qkv {

// What the scores are divided by.
struct Scale {
  enum class Kind { sqrt_dk, none, number };
  Kind kind = Kind::sqrt_dk;
  double divisor = 1.0;  // √d_k, 1, or the number given; finite, not 0
  std::string written;   // for number: as in the file ("sqrt(8)"), else empty
};

// Query i may look at key j when j ≤ i + offset (positions from 0).
struct CausalMask {
  int offset = 0;
};

// The kinds of mask, in the order in which they are shown.
enum class MaskKind { causal, window, padding, allow, bias };
inline constexpr std::array all_mask_kinds = {MaskKind::causal, MaskKind::window, MaskKind::padding,
                                              MaskKind::allow, MaskKind::bias};
std::string_view mask_name(MaskKind kind);  // "causal": the key in the problem file

// The masks stay apart, since mistakes are about one of them; Problem::may_look() combines them by AND.
struct Masks {
  std::optional<CausalMask> causal;
  // Query i may look at key j when j > i + n − window, n the causal offset (0 without a causal mask).
  std::optional<int> window;
  std::optional<Tensor> padding;        // [B, T_k]: 1 a real key, 0 padding
  std::optional<Tensor> query_padding;  // [B, T_q]: 1 a real query, 0 padding
  std::optional<Tensor> allow;          // 1 may look, 0 may not; [B or 1, H or 1, T_q or 1, T_k or 1]
  std::optional<Tensor> bias;           // added to the scaled scores, may hold −∞; shape as allow

  bool has(MaskKind kind) const;
  // Whether the calculation has a masked table. Query padding alone makes none: it acts after the softmax.
  bool any() const;
};

enum class Softmax {
  exp,     // numerators e^s
  row_sum  // numerators are the scores themselves, 0 where masked: a simplification that some courses teach
};

// Dropout on the weights, deterministic: kept weights are divided by 1 − p, the others become 0.
struct Dropout {
  double p = 0.0;  // 0 ≤ p < 1
  Tensor keep;     // 1 kept, 0 dropped; [B or 1, H or 1, T_q or 1, T_k or 1]
};

// y = x W + b with row vectors.
struct Projection {
  Tensor w;                 // [in, out]
  std::optional<Tensor> b;  // [out]
};

// Where Q, K and V come from when the problem begins at the embeddings.
struct Source {
  Tensor x;            // [B, T_q, C]
  Tensor x_kv;         // [B, T_k, C_kv]; equal to x in self-attention
  bool cross = false;  // x_kv was given
  bool fused = false;  // the three matrices were written as one, q|k|v side by side
  Projection q;        // w [C, H·d_k]
  Projection k;        // w [C_kv, H_kv·d_k]
  Projection v;        // w [C_kv, H_kv·d_v]
};

struct Problem {
  std::string id;       // never empty: the file's "id", else its name
  LocalizedText title;  // may be empty
  LocalizedText note;   // what to look out for; may be empty

  int batch = 1;        // B
  int heads = 1;        // H, query heads
  int kv_heads = 1;     // H_kv divides H: query head h reads key/value head ⌊h·H_kv/H⌋
  int query_count = 0;  // T_q
  int key_count = 0;    // T_k
  int d_k = 0;          // features of a query and of a key, per head
  int d_v = 0;          // features of a value, per head; 0 if there are no values

  // One list per batch member; names are unique within a list (equal tokens get an index: "的[2]").
  std::vector<std::vector<std::string>> query_names;  // [B][T_q]
  std::vector<std::vector<std::string>> key_names;    // [B][T_k]

  // The numbers it begins with, one of three ways:
  // 1. Q, K, V: [B, T, H·d] (to be split when there is more than one head) or, given per head, [B, H, T, d];
  // 2. the embeddings and their projections;
  // 3. the score table, and V where the output is wanted.
  std::optional<Tensor> q, k, v;
  std::optional<Source> source;
  std::optional<Tensor> given_scores;  // [B, H, T_q, T_k]
  std::optional<Projection> w_o;       // w [H·d_v, C]

  Scale scale;
  Masks masks;
  Softmax softmax = Softmax::exp;
  std::optional<Dropout> dropout;

  PerStep<int> decimals{};     // asked decimals of each table
  PerStep<int> points{};       // points for each cell of a table, 1 unless the problem says otherwise
  bool follow_through = true;  // credit for a right step on wrong earlier numbers
  std::vector<Step> asked;     // in the order of the calculation, no duplicates; never empty
  // Tables that stand on the sheet already, filled in, for the learner to calculate on from: a worked example
  // of which parts are left out. In the order of the calculation, no duplicates; none of them is asked.
  std::vector<Step> given;

  std::optional<Exercise> exercise;  // where it was generated

  // Whether the calculation has a table of this step. What it begins with (Q, K and V, or the scores) is not
  // computed.
  bool computes(Step step) const;
  bool is_asked(Step step) const;
  bool is_given(Step step) const;
  bool has_values() const { return source.has_value() || v.has_value(); }
  int kv_head_of(int head) const { return head * kv_heads / heads; }

  // Whether a query position may look at a key position, all masks combined.
  bool may_look(int batch_index, int head, int query, int key) const;
  // Whether one mask of its own forbids it.
  bool blocks(MaskKind kind, int batch_index, int head, int query, int key) const;
  // What is added to the scaled score of a visible cell. 0 without a bias.
  double bias_at(int batch_index, int head, int query, int key) const;
  // A padded query: its rows of weights, dropped, output, merged and projected are 0 and not asked.
  bool is_padded_query(int batch_index, int query) const;
};

// A value of a tensor [B or 1, H or 1, T_q or 1, T_k or 1] that is broadcast to [B, H, T_q, T_k].
double broadcast_at(const Tensor& tensor, int batch_index, int head, int query, int key);

// Limits of a problem, stated in the messages that enforce them.
struct Limits {
  static constexpr int batch = 64;               // B
  static constexpr int heads = 128;              // H
  static constexpr int tokens = 1024;            // T_q, T_k
  static constexpr int features = 1024;          // d_k, d_v, per head
  static constexpr int channels = 65536;         // H·d_k, H·d_v, C
  static constexpr long long cells = 1LL << 25;  // of one table, over all axes
  static constexpr int max_decimals = 12;
  static constexpr int max_points = 1000;            // of one cell
  static constexpr double largest_number = 1e300;    // of any number on the way, in absolute value
  static constexpr double smallest_divisor = 1e-12;  // of the scale, in absolute value
};

}  // namespace qkv
