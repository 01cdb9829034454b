// One line of cases.jsonl, and the problem file that it becomes. README.md beside this file says how.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "qkv/json/value.hpp"
#include "support/json_members.hpp"

namespace qkv::conformance {

using test::find;
using test::get;

// What had to be rearranged beyond writing weights the other way round.
struct Rearranged {
  bool joined_sources = false;        // keys and values come from two inputs: one X_kv with both side by side
  bool bias_without_weights = false;  // a bias added to q, k, v that are given: the matrices are the identity
  bool split_fused = false;           // W_QKV with parts of unequal width: three matrices
};

struct Case {
  std::string id;
  std::string kind;    // "sdpa", "gqa", "mha"
  std::string layout;  // of q, k, v and the output; empty for mha
  int batch = 0, heads = 0, kv_heads = 0, queries = 0, keys = 0, d_k = 0, d_v = 0;
  double rtol = 0.0;
  double atol = 0.0;
  std::string fully_masked_policy;
  std::vector<std::array<int, 3>> fully_masked_rows;  // batch, head, query
  std::vector<std::vector<bool>> query_keep;          // [batch][query]; empty: all are real
  JsonValue inputs;
  JsonValue expected;
};

Case case_of(const JsonText& line);

struct ProblemText {
  std::string text;
  Rearranged rearranged;
};

ProblemText problem_text(const Case& source);

}  // namespace qkv::conformance
