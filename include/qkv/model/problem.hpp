// A valid attention problem: what every later stage may rely on.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "qkv/base/tensor.hpp"
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

// The masks stay apart, since mistakes are about one of them; may_look() combines them.
struct Masks {
  std::optional<CausalMask> causal;
  bool any() const { return causal.has_value(); }
};

struct Problem {
  std::string id;       // never empty: the file's "id", else its name
  LocalizedText title;  // may be empty

  int batch = 1;        // B
  int heads = 1;        // H, query heads
  int kv_heads = 1;     // H_kv ≤ H: query head h reads key/value head ⌊h·H_kv/H⌋
  int query_count = 0;  // T_q
  int key_count = 0;    // T_k
  int d_k = 0;          // features of a query and of a key
  int d_v = 0;          // features of a value

  // One list per batch member; names are unique within a list (equal tokens get an index: "的[2]").
  std::vector<std::vector<std::string>> query_names;  // [B][T_q]
  std::vector<std::vector<std::string>> key_names;    // [B][T_k]

  Tensor q;  // [B, H, T_q, d_k]
  Tensor k;  // [B, H_kv, T_k, d_k]
  Tensor v;  // [B, H_kv, T_k, d_v]

  Scale scale;
  Masks masks;

  PerStep<int> decimals{};  // asked decimals of each table
  std::vector<Step> asked;  // in the order of the calculation, no duplicates

  bool is_asked(Step step) const;
  int kv_head_of(int head) const { return head * kv_heads / heads; }
  // Whether a query position may look at a key position, all masks combined.
  bool may_look(int batch_index, int head, int query, int key) const;
};

// Limits of a problem, stated in the messages that enforce them.
struct Limits {
  static constexpr int tokens = 1024;    // T_q, T_k
  static constexpr int features = 1024;  // d_k, d_v
  static constexpr int max_decimals = 12;
  // Larger numbers are slips in an exercise by hand; with these two no table can overflow.
  static constexpr double largest_number = 1e12;     // of Q, K, V, in absolute value
  static constexpr double smallest_divisor = 1e-12;  // of the scale, in absolute value
};

}  // namespace qkv
